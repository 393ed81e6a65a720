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
import java.nio.ByteBuffer;
import java.time.Duration;

/** What the examples of librdmacm have at each end: a queue pair with ten receives of 100 bytes, and ten messages to send. */
final class CmEnd implements AutoCloseable {
    static final int MESSAGES = 10;
    static final Duration LONG = Duration.ofSeconds(20);
    private static final int BYTES = 100;
    private static final int HEADER = 40;
    private static final int RECEIVED = 0;
    private static final int SENT = 1;

    final CmId id;
    private final Context context;
    private final ProtectionDomain domain;
    private final CompletionQueue queue;
    private final ByteBuffer buffer = ByteBuffer.allocateDirect(MESSAGES * (HEADER + BYTES));
    private final MemoryRegion region;
    private final QueuePair pair;
    private final int[] completed = new int[2];

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
            receives.receive(RECEIVED).segment(region, (long) i * (HEADER + BYTES), HEADER + BYTES);
        }
        pair.post(receives);
    }

    /** Sends all messages over the connection. */
    void send() {
        SendRequests sends = pair.sendRequests(MESSAGES);
        for (int i = 0; i < MESSAGES; i++) {
            sends.send(SENT).segment(region, 0, BYTES);
        }
        pair.post(sends);
        await(SENT);
    }

    /** Sends all messages there, each with the number of the own queue pair, which the C programs answer to. */
    void send(DatagramDestination destination) {
        AddressHandle way = domain.addressHandle(destination.address());
        SendRequests sends = pair.sendRequests(MESSAGES);
        for (int i = 0; i < MESSAGES; i++) {
            sends.sendImmediate(SENT, pair.number())
                    .segment(region, 0, BYTES)
                    .to(way, destination.queuePair(), destination.queueKey());
        }
        completed[SENT] = 0;
        pair.post(sends);
        await(SENT);
    }

    /** Waits for all messages of the other side. */
    void receive() {
        await(RECEIVED);
    }

    /** Whether all messages of the other side have come, after a wait for each: datagrams may be lost. */
    boolean hasReceived(Duration longest) {
        CompletionBatch batch = queue.batch(2 * MESSAGES);
        while (completed[RECEIVED] < MESSAGES && queue.await(batch, longest) > 0) {
            batch.forEach(completion -> completed[(int) completion.check().id()]++);
        }
        return completed[RECEIVED] == MESSAGES;
    }

    private void await(int what) {
        CompletionBatch batch = queue.batch(2 * MESSAGES);
        while (completed[what] < MESSAGES) {
            assertThat(queue.await(batch, LONG))
                    .as("after %d received and %d sent", completed[RECEIVED], completed[SENT])
                    .isPositive();
            batch.forEach(completion -> completed[(int) completion.check().id()]++);
        }
    }

    @Override
    public void close() {
        id.close();
        context.close();
    }
}
