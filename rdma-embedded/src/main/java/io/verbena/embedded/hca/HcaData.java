package io.verbena.embedded.hca;

import io.verbena.embedded.hca.queue.Adapter;
import io.verbena.error.Errno;
import io.verbena.spi.verbs.RecordMemory;
import io.verbena.spi.verbs.VerbsData;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Data: whoever posts does the work. Records are found by their buffers, and have no addresses. */
final class HcaData implements VerbsData {
    private static final int NO_ADDRESS = 0;

    private final Adapter adapter;
    private final HcaQueues queues;

    HcaData(Adapter adapter, HcaQueues queues) {
        this.adapter = adapter;
        this.queues = queues;
    }

    @Override
    public RecordMemory records(int bytes) {
        return new RecordMemory(ByteBuffer.allocateDirect(bytes).order(ByteOrder.nativeOrder()), NO_ADDRESS);
    }

    @Override
    public long postSend(long queuePair, RecordMemory requests, int stride, int count) {
        return adapter.queuePairs().get(queuePair).postSend(requests, stride, count, false);
    }

    @Override
    public long postSendExtended(long queuePair, RecordMemory requests, int stride, int count) {
        return adapter.queuePairs().get(queuePair).postSend(requests, stride, count, true);
    }

    @Override
    public long postReceive(long queuePair, RecordMemory requests, int stride, int count) {
        return adapter.queuePairs().get(queuePair).postReceive(requests, stride, count);
    }

    @Override
    public long postSharedReceive(long sharedReceiveQueue, RecordMemory requests, int stride, int count) {
        return queues.receives(sharedReceiveQueue).post(requests, stride, count);
    }

    @Override
    public long postWorkReceive(long workQueue, RecordMemory requests, int stride, int count) {
        return (long) Errno.EOPNOTSUPP << Integer.SIZE;
    }

    @Override
    public int poll(long completionQueue, RecordMemory completions, int max) {
        return queues.completions(completionQueue).poll(completions.bytes(), max);
    }

    @Override
    public int pollExtended(long completionQueue, long fields, RecordMemory completions, int max) {
        return queues.completions(completionQueue).poll(completions.bytes(), max);
    }

    @Override
    public int requestNotification(long completionQueue, boolean solicitedOnly) {
        queues.completions(completionQueue).arm(solicitedOnly);
        return 0;
    }
}
