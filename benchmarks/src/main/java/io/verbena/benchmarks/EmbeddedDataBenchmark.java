package io.verbena.benchmarks;

import io.verbena.Rdma;
import io.verbena.embedded.EmbeddedFabric;
import io.verbena.hca.AccessFlag;
import io.verbena.hca.AddressVector;
import io.verbena.hca.QueuePairType;
import io.verbena.verbs.CompletionBatch;
import io.verbena.verbs.CompletionQueue;
import io.verbena.verbs.Context;
import io.verbena.verbs.MemoryRegion;
import io.verbena.verbs.ProtectionDomain;
import io.verbena.verbs.QueuePair;
import io.verbena.verbs.QueuePairSetup;
import io.verbena.verbs.ReceiveRequests;
import io.verbena.verbs.SendRequests;
import java.nio.ByteBuffer;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.TearDown;

/** Measures data transfer between two hosts of an embedded fabric through the public verbs API. */
public class EmbeddedDataBenchmark extends NanosecondBenchmark {
    private static final int SHORT = 64;
    private static final int LONG = 65536;

    private final EmbeddedFabric fabric = EmbeddedFabric.open("fat-tree:2,4,4");
    private final Host sender = new Host("host1");
    private final Host receiver = new Host("host15");
    private final SendRequests sends = sender.pair.sendRequests(1);
    private final ReceiveRequests receives = receiver.pair.receiveRequests(1);

    /** One end of a connection. */
    private final class Host {
        private final Rdma rdma;
        private final Context context;
        private final MemoryRegion region;
        private final CompletionQueue queue;
        private final CompletionBatch batch;
        private final QueuePair pair;

        Host(String name) {
            rdma = Rdma.builder().driver(fabric.driver(name)).open();
            context = rdma.verbs(rdma.verbsDevices().get(0));
            ProtectionDomain domain = context.protectionDomain();
            region = domain.register(ByteBuffer.allocateDirect(LONG), AccessFlag.LOCAL_WRITE, AccessFlag.REMOTE_WRITE);
            queue = context.completionQueue(16);
            batch = queue.batch(1);
            pair = domain.queuePair(QueuePairType.RC).completions(queue).create();
        }

        void connect(Host other) {
            pair.establish(QueuePairSetup.port(1)
                    .access(AccessFlag.REMOTE_WRITE)
                    .to(AddressVector.to(1, other.context.port(1).lid()), other.pair.number()));
        }

        long take() {
            if (queue.poll(batch) != 1) {
                throw new IllegalStateException("nothing was completed");
            }
            return batch.get(0).check().id();
        }
    }

    /** Connects two hosts over three switches. */
    public EmbeddedDataBenchmark() {
        sender.connect(receiver);
        receiver.connect(sender);
    }

    /** Sends 64 bytes into a posted receive and polls the completions of both sides. */
    @Benchmark
    public long send() {
        receiver.pair.post(receives.receive(1).segment(receiver.region, 0, SHORT));
        sender.pair.post(sends.send(2).segment(sender.region, 0, SHORT));
        return sender.take() + receiver.take();
    }

    /** Writes 64 KiB and polls the completion. */
    @Benchmark
    public long write() {
        sender.pair.post(sends.write(1, receiver.region.address(), receiver.region.remoteKey())
                .segment(sender.region, 0, LONG));
        return sender.take();
    }

    /** Closes the fabric. */
    @TearDown
    public void close() {
        sender.rdma.close();
        receiver.rdma.close();
        fabric.close();
    }
}
