package io.verbena.embedded;

import io.verbena.Rdma;
import io.verbena.hca.AccessFlag;
import io.verbena.hca.AddressVector;
import io.verbena.hca.QueuePairCapacity;
import io.verbena.hca.QueuePairType;
import io.verbena.verbs.CompletionBatch;
import io.verbena.verbs.CompletionQueue;
import io.verbena.verbs.Context;
import io.verbena.verbs.MemoryRegion;
import io.verbena.verbs.ProtectionDomain;
import io.verbena.verbs.QueuePair;
import io.verbena.verbs.QueuePairSetup;
import io.verbena.verbs.WorkCompletion;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Duration;
import java.util.function.UnaryOperator;

/** A host of a fabric with one queue pair, 64 KiB of memory and a completion queue. */
final class Station implements AutoCloseable {
    static final int BYTES = 65536;
    static final AccessFlag[] ALL = {
        AccessFlag.LOCAL_WRITE, AccessFlag.REMOTE_WRITE, AccessFlag.REMOTE_READ, AccessFlag.REMOTE_ATOMIC
    };

    private static final QueuePairCapacity CAPACITY = new QueuePairCapacity(64, 64, 2, 2, 64);

    final Rdma rdma;
    final Context context;
    final ProtectionDomain domain;
    final CompletionQueue queue;
    final ByteBuffer buffer = ByteBuffer.allocateDirect(BYTES).order(ByteOrder.nativeOrder());
    final MemoryRegion region;
    final QueuePair pair;

    Station(EmbeddedFabric fabric, String host, QueuePairType type) {
        this(fabric, host, type, 256);
    }

    Station(EmbeddedFabric fabric, String host, QueuePairType type, int completions) {
        rdma = Rdma.builder().driver(fabric.driver(host)).open();
        context = rdma.verbs("emb0");
        domain = context.protectionDomain();
        queue = context.completionQueue(completions, context.completionChannel(), 0);
        region = domain.register(buffer, ALL);
        pair = domain.queuePair(type).completions(queue).capacity(CAPACITY).create();
    }

    /** Connects two stations with additional attributes. */
    static void connect(Station one, Station other, UnaryOperator<QueuePairSetup> how) {
        one.establish(other, how);
        other.establish(one, how);
    }

    private void establish(Station other, UnaryOperator<QueuePairSetup> how) {
        pair.establish(how.apply(QueuePairSetup.port(1).access(ALL)).to(way(other), other.pair.number()));
    }

    AddressVector way(Station to) {
        return AddressVector.to(1, to.context.port(1).lid());
    }

    void receive(long id, int offset, int length) {
        pair.post(pair.receiveRequests(1).receive(id).segment(region, offset, length));
    }

    void send(long id, int offset, int length) {
        pair.post(pair.sendRequests(1).send(id).segment(region, offset, length));
    }

    void write(long id, Station to) {
        pair.post(pair.sendRequests(1)
                .write(id, to.region.address(), to.region.remoteKey())
                .segment(region, 0, 64));
    }

    /** Returns the next completion, whatever its status. */
    WorkCompletion next() {
        CompletionBatch batch = queue.batch(1);
        if (queue.await(batch, Duration.ofSeconds(20)) == 0) {
            throw new AssertionError("nothing was completed");
        }
        return batch.get(0).copy();
    }

    /** Returns whether there is no completion. */
    boolean isQuiet() {
        return queue.poll(queue.batch(1)) == 0;
    }

    @Override
    public void close() {
        rdma.close();
    }
}
