package io.verbena.contract.cm;

import io.verbena.Rdma;
import io.verbena.cm.CmId;
import io.verbena.hca.AccessFlag;
import io.verbena.hca.QueuePairType;
import io.verbena.verbs.CompletionBatch;
import io.verbena.verbs.CompletionChannel;
import io.verbena.verbs.CompletionQueue;
import io.verbena.verbs.Context;
import io.verbena.verbs.MemoryRegion;
import io.verbena.verbs.ProtectionDomain;
import io.verbena.verbs.QueuePair;
import io.verbena.verbs.WorkCompletion;
import java.nio.ByteBuffer;
import java.time.Duration;

/** A queue pair that an identifier uses, with all that it needs: one receive is posted, into 256 bytes. */
final class CmPeer implements AutoCloseable {
    static final Duration LONG = Duration.ofSeconds(30);
    static final int BYTES = 256;

    /** In front of the payload of a datagram. */
    static final int HEADER = 40;

    final CmId id;
    final Context context;
    final ProtectionDomain domain;
    final CompletionQueue queue;
    final MemoryRegion region;
    final ByteBuffer buffer = ByteBuffer.allocateDirect(BYTES);
    final QueuePair pair;

    /** The identifier has a device. */
    CmPeer(Rdma rdma, CmId id, QueuePairType type) {
        this.id = id;
        this.context = rdma.verbs(id.device().orElseThrow());
        this.domain = context.protectionDomain();
        CompletionChannel channel = context.completionChannel();
        this.queue = context.completionQueue(16, channel, 0);
        this.region = domain.register(buffer, AccessFlag.LOCAL_WRITE);
        this.pair = domain.queuePair(type).completions(queue).create();
        id.use(pair);
        pair.post(pair.receiveRequests(1).receive(1).segment(region, 0, BYTES));
    }

    /** Sends a byte to the peer. */
    void send(int value) {
        buffer.put(BYTES - 1, (byte) value);
        pair.post(pair.sendRequests(1).send(2).segment(region, BYTES - 1, 1));
    }

    /** The next completion, whatever it says. */
    WorkCompletion next() {
        CompletionBatch batch = queue.batch(1);
        if (queue.await(batch, LONG) == 0) {
            throw new AssertionError("nothing is completed on " + pair);
        }
        return batch.get(0).copy();
    }

    @Override
    public void close() {
        id.close();
        context.close();
    }
}
