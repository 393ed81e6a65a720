package io.verbena.embedded.hca.queue;

import io.verbena.error.Errno;
import io.verbena.hca.WorkCompletionOpcode;
import io.verbena.hca.WorkCompletionStatus;
import io.verbena.hca.WorkQueueState;
import io.verbena.spi.verbs.ReceiveRecord;
import io.verbena.spi.verbs.RecordMemory;
import java.nio.ByteBuffer;
import java.util.Objects;

/** A work queue: receive requests for the datagrams of the queue pairs that spread them over it (ibv_create_wq(3)). */
public final class SimulatedWorkQueue {
    private final int number;
    final SimulatedSharedReceiveQueue requests;
    private final CompletionEntry flushed;
    private WorkQueueState state = WorkQueueState.RESET;

    /**
     * Creates a queue in state RESET.
     *
     * @param requests the requests, with a completion queue
     */
    public SimulatedWorkQueue(int number, SimulatedSharedReceiveQueue requests) {
        this.number = number;
        this.requests = requests;
        this.flushed = new CompletionEntry(number);
    }

    /** Returns the number of this queue. */
    public int number() {
        return number;
    }

    synchronized boolean isReady() {
        return state == WorkQueueState.READY;
    }

    /**
     * Changes the state.
     *
     * @return whether this queue was in the expected state, from which it may reach the next one
     */
    public synchronized boolean modify(WorkQueueState expected, WorkQueueState next) {
        boolean recovers = state == WorkQueueState.ERROR && next == WorkQueueState.READY;
        if (state != expected || recovers) {
            return false;
        }
        state = next;
        if (next == WorkQueueState.RESET) {
            requests.clear();
        }
        flush();
        return true;
    }

    /** Posts receive requests; returns the number posted, and in the upper half the errno of the next. */
    public synchronized long post(RecordMemory records, int stride, int count) {
        if (state == WorkQueueState.RESET) {
            return SendRecords.outcome(0, Errno.EINVAL);
        }
        long outcome = requests.post(records, stride, count);
        flush();
        return outcome;
    }

    private void flush() {
        ByteBuffer slot = requests.slot();
        while (state == WorkQueueState.ERROR && requests.take(slot)) {
            Objects.requireNonNull(requests.completions)
                    .add(flushed.of(
                            slot.getLong(ReceiveRecord.ID),
                            WorkCompletionOpcode.RECEIVE,
                            WorkCompletionStatus.FLUSHED));
        }
    }
}
