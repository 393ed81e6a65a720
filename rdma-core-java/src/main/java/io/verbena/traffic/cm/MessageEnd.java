package io.verbena.traffic.cm;

import io.verbena.cm.CmId;
import io.verbena.hca.AccessFlag;
import io.verbena.hca.DatagramDestination;
import io.verbena.hca.QueuePairAttribute;
import io.verbena.hca.QueuePairCapacity;
import io.verbena.hca.QueuePairFlag;
import io.verbena.hca.QueuePairType;
import io.verbena.hca.WorkCompletionStatus;
import io.verbena.traffic.TrafficException;
import io.verbena.verbs.AddressHandle;
import io.verbena.verbs.CompletionBatch;
import io.verbena.verbs.CompletionQueue;
import io.verbena.verbs.Context;
import io.verbena.verbs.MemoryRegion;
import io.verbena.verbs.ProtectionDomain;
import io.verbena.verbs.QueuePair;
import io.verbena.verbs.ReceiveRequests;
import io.verbena.verbs.SendRequests;
import io.verbena.verbs.WorkCompletion;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A queue pair of an identifier with the messages of a test. All receives share one buffer, and all sends another, because
 * the tests do not look at the data.
 */
final class MessageEnd {
    /** The length of the global routing header in front of a datagram. */
    private static final int HEADER = 40;

    private static final Duration SLICE = Duration.ofMillis(500);
    private static final int SENT = 0;
    private static final int RECEIVED = 1;

    final CmId id;
    private final ProtectionDomain domain;
    private final int messages;
    private final int size;
    private final ByteBuffer buffer;
    private final MemoryRegion region;
    private final CompletionQueue queue;
    private final CompletionBatch batch;
    private final QueuePair pair;
    private int sent;
    private int received;
    private boolean recordsSender;
    private boolean toleratesEnd;
    private @Nullable DatagramSender sender;

    /** The sender of a datagram: its address handle, and the queue pair number in the immediate data. */
    private record DatagramSender(AddressHandle address, int queuePair) {}

    MessageEnd(ProtectionDomain domain, CmId id, QueuePairType type, int messages, int size, QueuePairFlag... flags) {
        this.id = id;
        this.domain = domain;
        this.messages = messages;
        this.size = size;
        Context context = domain.context();
        int requests = Math.max(1, messages);
        queue = context.completionQueue(2 * requests, context.completionChannel(), 0);
        batch = queue.batch(Math.min(64, 2 * requests));
        buffer = ByteBuffer.allocateDirect(HEADER + 2 * size);
        region = domain.register(buffer, AccessFlag.LOCAL_WRITE);
        pair = domain.queuePair(type)
                .completions(queue)
                .capacity(new QueuePairCapacity(requests, requests, 1, 1, 0))
                .flags(flags)
                .create();
        id.use(pair);
    }

    void postReceives() {
        if (messages == 0) {
            return;
        }
        ReceiveRequests receives = pair.receiveRequests(messages);
        int length = pair.type() == QueuePairType.UD ? HEADER + size : size;
        for (int i = 0; i < messages; i++) {
            receives.receive(RECEIVED).segment(region, 0, length);
        }
        pair.post(receives);
    }

    /**
     * Accepts that the peer ends the connection before this side has seen the acknowledgements of its sends. It does so only
     * after it has received them.
     */
    void tolerateEnd() {
        toleratesEnd = true;
    }

    void send() {
        post(requests -> requests.send(SENT).segment(region, HEADER + size, size));
    }

    /** Sends all messages to a destination, each with the number of this queue pair, to which the peer replies. */
    void send(DatagramDestination destination) {
        AddressHandle address = domain.addressHandle(destination.address());
        send(new DatagramSender(address, destination.queuePair()), destination.queueKey());
    }

    void sendBack() {
        DatagramSender to = sender;
        if (to == null) {
            throw new IllegalStateException("no message has arrived; call receiveToSendBack first");
        }
        send(to, pair.query(QueuePairAttribute.QUEUE_KEY).number(QueuePairAttribute.QUEUE_KEY));
    }

    private void send(DatagramSender to, int queueKey) {
        post(requests -> requests.sendImmediate(SENT, pair.number())
                .segment(region, HEADER + size, size)
                .to(to.address, to.queuePair, queueKey));
    }

    private void post(Consumer<SendRequests> add) {
        if (messages == 0) {
            return;
        }
        SendRequests sends = pair.sendRequests(messages);
        for (int i = 0; i < messages; i++) {
            add.accept(sends);
        }
        pair.post(sends);
    }

    void awaitSent(Duration timeout) {
        await(() -> sent, "sent", timeout);
    }

    /** Waits for all messages of the peer; each message may take as long as the timeout. */
    void awaitReceived(Duration timeout) {
        await(() -> received, "received", timeout);
    }

    /** Waits for all messages of a peer that may not have started. The wait ends with an interrupt only. */
    void awaitReceived() {
        while (received < messages) {
            await(SLICE);
        }
    }

    /** Waits for all datagrams of a peer that may not have started, and records the sender of the first. */
    void awaitReceivedToSendBack() {
        recordsSender = true;
        awaitReceived();
    }

    private void await(IntSupplier count, String done, Duration timeout) {
        while (count.getAsInt() < messages) {
            if (!await(timeout)) {
                throw new TrafficException(id + " " + done + " only " + count.getAsInt() + " of " + messages
                        + " messages, and none for " + timeout.toMillis()
                        + " ms; check that the peer uses the same numbers of connections and messages (-c, -C)"
                        + (pair.type() == QueuePairType.UD ? ", and try again, because datagrams can be lost" : ""));
            }
        }
    }

    private boolean await(Duration timeout) {
        boolean some = queue.await(batch, timeout) > 0;
        batch.forEach(this::take);
        return some;
    }

    private void take(WorkCompletion completion) {
        if (completion.id() == SENT) {
            if (!toleratesEnd || completion.status() != WorkCompletionStatus.FLUSHED) {
                completion.check();
            }
            sent++;
            return;
        }
        completion.check();
        if (recordsSender && sender == null) {
            AddressHandle address = domain.addressHandle(id.port(), completion, buffer.clear());
            sender = new DatagramSender(address, completion.immediate());
        }
        received++;
    }

    int sent() {
        return sent;
    }

    int received() {
        return received;
    }
}
