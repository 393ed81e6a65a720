package io.verbena.traffic;

import io.verbena.cm.CmId;
import io.verbena.hca.AccessFlag;
import io.verbena.hca.QueuePairAttribute;
import io.verbena.hca.QueuePairAttributes;
import io.verbena.hca.QueuePairCapacity;
import io.verbena.hca.QueuePairState;
import io.verbena.hca.QueuePairType;
import io.verbena.hca.WorkCompletionStatus;
import io.verbena.verbs.CompletionBatch;
import io.verbena.verbs.CompletionQueue;
import io.verbena.verbs.Context;
import io.verbena.verbs.MemoryRegion;
import io.verbena.verbs.ProtectionDomain;
import io.verbena.verbs.QueuePair;
import io.verbena.verbs.SendRequests;
import io.verbena.verbs.WorkCompletion;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Optional;

/** One side of {@code rping}: its queue pair, and the memory for messages and data. */
final class RpingEndpoint implements AutoCloseable {
    private static final AccessFlag[] ALL = {AccessFlag.LOCAL_WRITE, AccessFlag.REMOTE_READ, AccessFlag.REMOTE_WRITE};
    private static final Duration SLICE = Duration.ofMillis(100);
    private static final int RECEIVED = 0;
    private static final int SENT = 1;
    private static final int MOVED = 2;

    final CmId id;
    final QueuePair pair;
    final ByteBuffer data;
    final MemoryRegion dataRegion;
    private final Context context;
    private final ProtectionDomain domain;
    private final ByteBuffer messages = ByteBuffer.allocateDirect(2 * RpingAdvert.LENGTH);
    private final MemoryRegion messageRegion;
    private final CompletionQueue queue;
    private final CompletionBatch batch;
    private final SendRequests sends;
    private final Duration timeout;

    /** The number of completions of each kind that were not consumed yet. */
    private final int[] completed = new int[MOVED + 1];

    RpingEndpoint(Context context, CmId id, RpingOptions options, Duration timeout) {
        this.context = context;
        this.id = id;
        this.timeout = timeout;
        domain = context.protectionDomain();
        queue = context.completionQueue(16, context.completionChannel(), 0);
        batch = queue.batch(16);
        messageRegion = domain.register(messages, AccessFlag.LOCAL_WRITE);
        data = ByteBuffer.allocateDirect(options.size());
        dataRegion = region(data);
        pair = domain.queuePair(QueuePairType.RC)
                .completions(queue)
                .capacity(new QueuePairCapacity(16, 2, 1, 1, 0))
                .create();
        sends = pair.sendRequests(1);
        if (options.ownQueuePair()) {
            pair.modify(id.queuePairAttributes(QueuePairState.INIT));
        } else {
            id.use(pair);
        }
        postReceive();
    }

    MemoryRegion region(ByteBuffer memory) {
        return domain.register(memory, ALL);
    }

    /** Connects a queue pair that the connection manager does not manage. */
    void establish() {
        // Before the request arrived, the connection manager did not know that the peer will read.
        pair.modify(id.queuePairAttributes(QueuePairState.INIT));
        QueuePairAttributes receive = id.queuePairAttributes(QueuePairState.READY_TO_RECEIVE);
        if (receive.has(QueuePairAttribute.RESPONDER_RESOURCES)) {
            receive.responderResources(1);
        }
        pair.modify(receive);
        QueuePairAttributes send = id.queuePairAttributes(QueuePairState.READY_TO_SEND);
        if (send.has(QueuePairAttribute.INITIATOR_DEPTH)) {
            send.initiatorDepth(1);
        }
        pair.modify(send);
    }

    private void postReceive() {
        pair.post(pair.receiveRequests(1).receive(RECEIVED).segment(messageRegion, 0, RpingAdvert.LENGTH));
    }

    /** Sends an advertisement and waits for the completion; returns false if the peer has disconnected. */
    boolean send(RpingAdvert advert) {
        advert.write(messages.slice(RpingAdvert.LENGTH, RpingAdvert.LENGTH));
        pair.post(sends.send(SENT).segment(messageRegion, RpingAdvert.LENGTH, RpingAdvert.LENGTH));
        return await(SENT);
    }

    /** Returns the next advertisement; empty if the peer has disconnected. */
    Optional<RpingAdvert> receive() {
        if (!await(RECEIVED)) {
            return Optional.empty();
        }
        RpingAdvert advert = RpingAdvert.read(messages.slice(0, RpingAdvert.LENGTH));
        postReceive();
        return Optional.of(advert);
    }

    /** Reads an advertised buffer; returns false if the peer has disconnected. */
    boolean read(RpingAdvert from) {
        pair.post(sends.read(MOVED, from.address(), from.key()).segment(dataRegion, 0, from.size()));
        return await(MOVED);
    }

    /** Writes data to an advertised buffer; returns false if the peer has disconnected. */
    boolean write(RpingAdvert to, int length) {
        pair.post(sends.write(MOVED, to.address(), to.key()).segment(dataRegion, 0, length));
        return await(MOVED);
    }

    private boolean await(int what) {
        long end = System.nanoTime() + timeout.toNanos();
        while (completed[what] == 0) {
            if (queue.await(batch, SLICE) == 0) {
                if (id.awaitDisconnectAsync().isDone()) {
                    return false;
                }
                if (System.nanoTime() - end > 0) {
                    throw new TrafficException("the peer of " + id + " did not respond for " + timeout.toMillis()
                            + " ms; check that it runs the opposite side of rping");
                }
            }
            for (int i = 0; i < batch.size(); i++) {
                WorkCompletion completion = batch.get(i);
                if (completion.status() == WorkCompletionStatus.FLUSHED) {
                    return false;
                }
                completed[(int) completion.check().id()]++;
            }
        }
        completed[what]--;
        return true;
    }

    @Override
    public void close() {
        id.close();
        context.close();
    }

    /** A buffer that one side of {@code rping} advertises: address, remote key and size in bytes, in network byte order. */
    record RpingAdvert(long address, int key, int size) {
        static final int LENGTH = Long.BYTES + 2 * Integer.BYTES;

        /** The message with which a server reports that it has finished. */
        static final RpingAdvert NONE = new RpingAdvert(0, 0, 0);

        void write(ByteBuffer to) {
            to.putLong(address).putInt(key).putInt(size);
        }

        static RpingAdvert read(ByteBuffer from) {
            return new RpingAdvert(from.getLong(), from.getInt(), from.getInt());
        }
    }
}
