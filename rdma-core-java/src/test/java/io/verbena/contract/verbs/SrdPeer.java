package io.verbena.contract.verbs;

import io.verbena.efa.EfaDevice;
import io.verbena.hca.CompletionField;
import io.verbena.hca.EfaCompletionField;
import io.verbena.hca.QueuePairAttributes;
import io.verbena.hca.QueuePairCapacity;
import io.verbena.hca.QueuePairState;
import io.verbena.hca.SendOperation;
import io.verbena.verbs.AddressHandle;
import io.verbena.verbs.CompletionBatch;
import io.verbena.verbs.CompletionQueue;
import io.verbena.verbs.Context;
import io.verbena.verbs.MemoryRegion;
import io.verbena.verbs.ProtectionDomain;
import io.verbena.verbs.QueuePair;
import io.verbena.verbs.QueuePairSetup;
import io.verbena.verbs.SendRequests;
import io.verbena.verbs.WorkCompletion;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.EnumSet;

/** One of two SRD queue pairs, with all that it needs: 8 KiB of memory, one completion queue. */
final class SrdPeer implements AutoCloseable {
    static final int QKEY = 0x11111111;

    final Context context;
    final EfaDevice device;
    final ProtectionDomain domain;
    final CompletionQueue queue;
    final ByteBuffer buffer = ByteBuffer.allocateDirect(Peer.BYTES).order(ByteOrder.nativeOrder());
    final MemoryRegion region;
    final QueuePair pair;

    SrdPeer(Context context) {
        this.context = context;
        this.device = EfaDevice.of(context);
        this.domain = context.protectionDomain();
        this.queue = device.completionQueue(
                256,
                context.completionChannel(),
                0,
                EnumSet.of(CompletionField.BYTE_LENGTH, CompletionField.IMMEDIATE, CompletionField.SOURCE_QUEUE_PAIR),
                EfaCompletionField.SOURCE_GID);
        this.region = domain.register(buffer, Peer.ALL);
        this.pair = device.queuePair(domain)
                .completions(queue)
                .capacity(new QueuePairCapacity(64, 64, 2, 2, 64))
                .operations(
                        SendOperation.SEND,
                        SendOperation.SEND_WITH_IMMEDIATE,
                        SendOperation.RDMA_READ,
                        SendOperation.RDMA_WRITE,
                        SendOperation.RDMA_WRITE_WITH_IMMEDIATE)
                .create();
    }

    /** Makes the queue pair ready to send. */
    void establish() {
        pair.establish(QueuePairSetup.port(1).queueKey(QKEY));
    }

    /** Makes the queue pair ready to send, with a number of RNR retries. */
    void establish(int rnrRetries) {
        pair.initialise(QueuePairSetup.port(1).queueKey(QKEY));
        pair.modify(new QueuePairAttributes().state(QueuePairState.READY_TO_RECEIVE));
        pair.modify(new QueuePairAttributes()
                .state(QueuePairState.READY_TO_SEND)
                .sendSequenceNumber(0)
                .rnrRetries(rnrRetries));
    }

    void receive(long id, int offset, int length) {
        pair.post(pair.receiveRequests(1).receive(id).segment(region, offset, length));
    }

    void send(long id, int offset, int length, AddressHandle way, QueuePair to) {
        post(requests().send(id).segment(region, offset, length), way, to.number());
    }

    SendRequests requests() {
        return pair.sendRequests(1);
    }

    void post(SendRequests request, AddressHandle way, int queuePair) {
        pair.post(request.to(way, queuePair, QKEY));
    }

    /** Returns the next completion, whatever it says. */
    WorkCompletion next() {
        CompletionBatch batch = queue.batch(1);
        if (queue.await(batch, Peer.LONG) == 0) {
            throw new AssertionError("nothing was completed");
        }
        return batch.get(0).copy();
    }

    @Override
    public void close() {
        context.close();
    }
}
