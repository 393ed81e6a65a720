package io.verbena.benchmarks;

import io.verbena.Rdma;
import io.verbena.efa.EfaDevice;
import io.verbena.embedded.EmbeddedFabric;
import io.verbena.hca.AccessFlag;
import io.verbena.hca.AddressVector;
import io.verbena.hca.CompletionField;
import io.verbena.hca.QueuePairCapacity;
import io.verbena.hca.QueuePairType;
import io.verbena.verbs.AddressHandle;
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
import java.time.Duration;
import java.util.Set;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.TearDown;

/**
 * Compares scalable reliable datagrams with a reliable connection, each between two hosts of an embedded fabric: a batch of messages
 * is sent into posted receives, and the completions of both sides are polled. The result is the time of one message.
 */
public class EmbeddedSrdBenchmark extends NanosecondBenchmark {
    private static final int MESSAGES = 16;
    private static final int BYTES = 4096;
    private static final int QUEUE_KEY = 0x11111111;
    private static final int PATHS = 8;

    private final Fabric single = new Fabric(1);
    private final Fabric multiple = new Fabric(PATHS);

    /** Two hosts with a connection and SRD queue pairs, over a number of paths without delay. */
    private static final class Fabric {
        private final EmbeddedFabric fabric;
        private final Host sender;
        private final Host receiver;
        private final AddressHandle address;

        Fabric(int paths) {
            fabric = EmbeddedFabric.open("fat-tree:2,4,4").paths(paths, Duration.ZERO, 1);
            sender = new Host(fabric, "host1");
            receiver = new Host(fabric, "host15");
            sender.connect(receiver);
            receiver.connect(sender);
            address = sender.domain.addressHandle(
                    AddressVector.to(1, receiver.context.port(1).lid()));
        }

        long sendConnected() {
            receiver.postReceives(receiver.connected);
            for (int i = 0; i < MESSAGES; i++) {
                sender.sends.send(i).segment(sender.region, 0, BYTES);
            }
            sender.connected.post(sender.sends);
            return sender.takeAll() + receiver.takeAll();
        }

        long sendScalable() {
            receiver.postReceives(receiver.scalable);
            int number = receiver.scalable.number();
            for (int i = 0; i < MESSAGES; i++) {
                sender.sends.send(i).to(address, number, QUEUE_KEY).segment(sender.region, 0, BYTES);
            }
            sender.scalable.post(sender.sends);
            return sender.takeAll() + receiver.takeAll();
        }

        void close() {
            sender.rdma.close();
            receiver.rdma.close();
            fabric.close();
        }
    }

    /** One host, whose queue pairs share a completion queue. */
    private static final class Host {
        private final Rdma rdma;
        private final Context context;
        private final ProtectionDomain domain;
        private final MemoryRegion region;
        private final CompletionQueue queue;
        private final CompletionBatch batch;
        private final QueuePair connected;
        private final QueuePair scalable;
        private final SendRequests sends;
        private final ReceiveRequests receives;

        Host(EmbeddedFabric fabric, String name) {
            rdma = Rdma.builder().driver(fabric.driver(name)).open();
            context = rdma.verbs(rdma.verbsDevices().get(0));
            EfaDevice device = EfaDevice.of(context);
            domain = context.protectionDomain();
            region = domain.register(ByteBuffer.allocateDirect(MESSAGES * BYTES), AccessFlag.LOCAL_WRITE);
            queue = device.completionQueue(4 * MESSAGES, null, 0, Set.of(CompletionField.BYTE_LENGTH));
            batch = queue.batch(MESSAGES);
            QueuePairCapacity capacity = new QueuePairCapacity(MESSAGES, MESSAGES, 1, 1, 0);
            connected = domain.queuePair(QueuePairType.RC)
                    .completions(queue)
                    .capacity(capacity)
                    .create();
            scalable = device.queuePair(domain)
                    .completions(queue)
                    .capacity(capacity)
                    .create();
            scalable.establish(QueuePairSetup.port(1).queueKey(QUEUE_KEY));
            sends = scalable.sendRequests(MESSAGES);
            receives = scalable.receiveRequests(MESSAGES);
        }

        void connect(Host other) {
            connected.establish(QueuePairSetup.port(1)
                    .to(AddressVector.to(1, other.context.port(1).lid()), other.connected.number()));
        }

        void postReceives(QueuePair pair) {
            for (int i = 0; i < MESSAGES; i++) {
                receives.receive(i).segment(region, (long) i * BYTES, BYTES);
            }
            pair.post(receives);
        }

        /** Polls until all messages have completed. */
        long takeAll() {
            long sum = 0;
            for (int taken = 0; taken < MESSAGES; ) {
                int count = queue.poll(batch);
                for (int i = 0; i < count; i++) {
                    sum += batch.get(i).check().id();
                }
                taken += count;
            }
            return sum;
        }
    }

    /** Opens the fabrics. */
    public EmbeddedSrdBenchmark() {}

    /** Sends 4 KiB over a reliable connection. */
    @Benchmark
    @OperationsPerInvocation(MESSAGES)
    public long connection() {
        return single.sendConnected();
    }

    /** Sends 4 KiB by scalable reliable datagrams on one path. */
    @Benchmark
    @OperationsPerInvocation(MESSAGES)
    public long onePath() {
        return single.sendScalable();
    }

    /** Sends 4 KiB by scalable reliable datagrams on eight paths. */
    @Benchmark
    @OperationsPerInvocation(MESSAGES)
    public long eightPaths() {
        return multiple.sendScalable();
    }

    /** Closes the fabrics. */
    @TearDown
    public void close() {
        single.close();
        multiple.close();
    }
}
