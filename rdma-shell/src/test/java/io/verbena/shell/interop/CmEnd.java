package io.verbena.shell.interop;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.Rdma;
import io.verbena.cm.CmId;
import io.verbena.hca.AccessFlag;
import io.verbena.hca.DatagramDestination;
import io.verbena.hca.QueuePairCapacity;
import io.verbena.hca.QueuePairType;
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
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** One end of the examples of librdmacm: a queue pair with ten receives of 100 bytes, and ten messages to send. */
final class CmEnd implements AutoCloseable {
    static final int MESSAGES = 10;
    static final Duration LONG = Duration.ofSeconds(20);
    private static final int BYTES = 100;
    private static final int HEADER = 40;

    /** The queue key of the datagram port space, unless the peer sends another one (rdma_cma.h). */
    private static final int RDMA_UDP_QKEY = 0x01234567;

    private static final int SENT = MESSAGES;

    final CmId id;
    private final Context context;
    private final ProtectionDomain domain;
    private final CompletionQueue queue;
    private final ByteBuffer buffer = ByteBuffer.allocateDirect(MESSAGES * (HEADER + BYTES));
    private final MemoryRegion region;
    private final QueuePair pair;
    private int received;
    private int sent;
    private boolean asksForSender;
    private @Nullable DatagramSender sender;

    /** The sender of a datagram: its address handle, and the queue pair number in its immediate data. */
    private record DatagramSender(AddressHandle way, int queuePair) {}

    CmEnd(Rdma rdma, CmId id, QueuePairType type) {
        this.id = id;
        context = rdma.verbs(id.device().orElseThrow());
        domain = context.protectionDomain();
        queue = context.completionQueue(2 * MESSAGES, context.completionChannel(), 0);
        region = domain.register(buffer, AccessFlag.LOCAL_WRITE);
        pair = domain.queuePair(type)
                .completions(queue)
                .capacity(new QueuePairCapacity(MESSAGES, MESSAGES, 1, 1, 0))
                .create();
        id.use(pair);
        ReceiveRequests receives = pair.receiveRequests(MESSAGES);
        for (int i = 0; i < MESSAGES; i++) {
            receives.receive(i).segment(region, offset(i), HEADER + BYTES);
        }
        pair.post(receives);
    }

    /** Where the receive with this ID lies. */
    private static int offset(long receive) {
        return (int) receive * (HEADER + BYTES);
    }

    /** Sends all messages over the connection. */
    void send() {
        SendRequests sends = pair.sendRequests(MESSAGES);
        for (int i = 0; i < MESSAGES; i++) {
            sends.send(SENT).segment(region, 0, BYTES);
        }
        post(sends);
    }

    /** Sends all messages there, each with the number of the own queue pair, which the C programs answer to. */
    void send(DatagramDestination destination) {
        AddressHandle way = domain.addressHandle(destination.address());
        send(new DatagramSender(way, destination.queuePair()), destination.queueKey());
    }

    /** Sends all messages back, by the completion and the header of the first alone. */
    void sendBack() {
        send(Objects.requireNonNull(sender, "the sender was not recorded"), RDMA_UDP_QKEY);
    }

    private void send(DatagramSender to, int queueKey) {
        SendRequests sends = pair.sendRequests(MESSAGES);
        for (int i = 0; i < MESSAGES; i++) {
            sends.sendImmediate(SENT, pair.number()).segment(region, 0, BYTES).to(to.way, to.queuePair, queueKey);
        }
        post(sends);
    }

    private void post(SendRequests sends) {
        sent = 0;
        pair.post(sends);
        while (sent < MESSAGES) {
            await();
        }
    }

    /**
     * Waits for all messages of the peer, and records the sender of the first one, which is not a multicast message.
     */
    void receiveToSendBack() {
        asksForSender = true;
        receive();
    }

    /** Waits for all messages of the peer. */
    void receive() {
        while (received < MESSAGES) {
            await();
        }
    }

    /** Waits for each message, and returns whether all of them have arrived; datagrams may be lost. */
    boolean hasReceived(Duration longest) {
        boolean more = true;
        while (received < MESSAGES && more) {
            more = await(longest);
        }
        return received == MESSAGES;
    }

    private void await() {
        assertThat(await(LONG))
                .as("after %d received and %d sent", received, sent)
                .isTrue();
    }

    private boolean await(Duration longest) {
        CompletionBatch batch = queue.batch(2 * MESSAGES);
        boolean some = queue.await(batch, longest) > 0;
        batch.forEach(this::completed);
        return some;
    }

    private void completed(WorkCompletion completion) {
        if (completion.check().id() == SENT) {
            sent++;
            return;
        }
        if (asksForSender && sender == null) {
            ByteBuffer header = buffer.position(offset(completion.id()));
            sender = new DatagramSender(domain.addressHandle(id.port(), completion, header), completion.immediate());
        }
        received++;
    }

    @Override
    public void close() {
        id.close();
        context.close();
    }
}
