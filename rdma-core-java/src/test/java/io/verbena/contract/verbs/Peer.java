package io.verbena.contract.verbs;

import io.verbena.hca.AccessFlag;
import io.verbena.hca.QueuePairCapacity;
import io.verbena.hca.QueuePairType;
import io.verbena.verbs.CompletionBatch;
import io.verbena.verbs.CompletionChannel;
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
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/** One of two queue pairs that are connected, with all that it needs: 8 KiB of memory, one completion queue. */
final class Peer implements AutoCloseable {
    static final int BYTES = 8192;
    static final AccessFlag[] ALL = {
        AccessFlag.LOCAL_WRITE, AccessFlag.REMOTE_WRITE, AccessFlag.REMOTE_READ, AccessFlag.REMOTE_ATOMIC
    };
    static final QueuePairCapacity CAPACITY = new QueuePairCapacity(32, 32, 4, 4, 64);
    static final Duration LONG = Duration.ofSeconds(30);

    final Context context;
    final ProtectionDomain domain;
    final CompletionChannel channel;
    final CompletionQueue queue;
    final ByteBuffer buffer = ByteBuffer.allocateDirect(BYTES).order(ByteOrder.nativeOrder());
    final MemoryRegion region;
    final QueuePair pair;

    /** Two queue pairs, in state RESET. */
    static Peer[] unconnected(VerbsBed bed, QueuePairType type) {
        return new Peer[] {new Peer(bed.open(0), type), new Peer(bed.open(1), type)};
    }

    /** Two queue pairs that are connected, with all access. */
    static Peer[] connected(VerbsBed bed, QueuePairType type) {
        return connected(bed, type, setup -> setup.access(ALL));
    }

    /** Two queue pairs that are connected so. */
    static Peer[] connected(VerbsBed bed, QueuePairType type, UnaryOperator<QueuePairSetup> how) {
        Peer[] peers = unconnected(bed, type);
        for (int side = 0; side < 2; side++) {
            Peer other = peers[1 - side];
            peers[side].pair.establish(how.apply(QueuePairSetup.port(1))
                    .to(bed.way(peers[side].context, other.context), other.pair.number()));
        }
        return peers;
    }

    Peer(Context context, QueuePairType type) {
        this.context = context;
        this.domain = context.protectionDomain();
        this.channel = context.completionChannel();
        this.queue = context.completionQueue(64, channel, 0);
        this.region = domain.register(buffer, ALL);
        this.pair = domain.queuePair(type).completions(queue).capacity(CAPACITY).create();
    }

    /** Posts a receive into a part of the memory. */
    void receive(long id, int offset, int length) {
        pair.post(pair.receiveRequests(1).receive(id).segment(region, offset, length));
    }

    /** The next completion, whatever it says. */
    WorkCompletion next() {
        return next(1).get(0);
    }

    /** Returns the next {@code count} completions in their order. */
    List<WorkCompletion> next(int count) {
        List<WorkCompletion> completions = new ArrayList<>();
        long end = System.nanoTime() + LONG.toNanos();
        while (completions.size() < count) {
            CompletionBatch batch = queue.batch(count - completions.size());
            if (queue.await(batch, Duration.ofNanos(end - System.nanoTime())) == 0) {
                throw new AssertionError("of " + count + " completions there are " + completions);
            }
            batch.forEach(completion -> completions.add(completion.copy()));
        }
        return completions;
    }

    /** The bytes at an offset. */
    byte[] bytes(int offset, int length) {
        byte[] bytes = new byte[length];
        buffer.get(offset, bytes);
        return bytes;
    }

    /** Fills its memory with one value. */
    void fill(int value) {
        for (int i = 0; i < BYTES; i++) {
            buffer.put(i, (byte) value);
        }
    }

    @Override
    public void close() {
        context.close();
    }
}
