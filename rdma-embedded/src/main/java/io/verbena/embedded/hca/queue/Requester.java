package io.verbena.embedded.hca.queue;

import io.verbena.embedded.time.Event;
import io.verbena.error.Errno;
import io.verbena.hca.AsyncEventType;
import io.verbena.hca.QueuePairState;
import io.verbena.hca.SendFlag;
import io.verbena.hca.WorkCompletionStatus;
import io.verbena.hca.WorkRequestOpcode;
import io.verbena.spi.verbs.RecordMemory;
import io.verbena.spi.verbs.SendRecord;
import java.nio.ByteBuffer;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** The half of a queue pair that sends: it takes the requests, delivers them as the transport service defines, and completes them. */
abstract class Requester {
    final QueuePairContext pair;
    final Responder responder;
    final DataNetwork network;

    final Runnable alarmed = this::resume;

    private final CompletionEntry completion;
    private final long operations;
    private final ReentrantLock lock = new ReentrantLock();

    /** The event that resumes work; null if none is scheduled. */
    private @Nullable Event alarm;

    private boolean draining;

    Requester(QueuePairContext pair, Responder responder) {
        this.pair = pair;
        this.responder = responder;
        this.network = pair.network();
        this.completion = new CompletionEntry(pair.number);
        this.operations = pair.plan.operationBits();
    }

    final void lock() {
        lock.lock();
    }

    final void unlock() {
        lock.unlock();
    }

    final long post(RecordMemory requests, int stride, int count, boolean allOrNone) {
        lock.lock();
        try {
            if (allOrNone) {
                int errno = hasRoom(count) ? 0 : Errno.ENOMEM;
                for (int i = 0; errno == 0 && i < count; i++) {
                    errno = refusal(requests.bytes(), i * stride);
                }
                if (errno != 0) {
                    return SendRecords.outcome(0, errno);
                }
            }
            int posted = 0;
            int errno = 0;
            while (posted < count && errno == 0) {
                errno = post(requests, posted * stride);
                posted += errno == 0 ? 1 : 0;
            }
            work();
            return SendRecords.outcome(posted, errno);
        } finally {
            lock.unlock();
        }
    }

    private int post(RecordMemory requests, int at) {
        int errno = refusal(requests.bytes(), at);
        if (errno != 0 || !hasRoom(1)) {
            return errno != 0 ? errno : Errno.ENOMEM;
        }
        add(requests, at);
        return 0;
    }

    private int refusal(ByteBuffer records, int at) {
        switch (pair.state) {
            case RESET, INIT, READY_TO_RECEIVE, UNKNOWN -> {
                return Errno.EINVAL;
            }
            default -> {
                // The other states accept requests, some of them only to flush them.
            }
        }
        WorkRequestOpcode opcode = SendRecords.opcode(records, at);
        boolean known = carries(opcode, records, at) && (operations & QueuePairPlan.bit(opcode)) != 0;
        return known && SendRecords.fit(pair.plan.capacity(), records, at) ? 0 : Errno.EINVAL;
    }

    abstract boolean hasRoom(int count);

    abstract boolean carries(WorkRequestOpcode opcode, ByteBuffer records, int at);

    abstract void add(RecordMemory requests, int at);

    /** Does all work that is possible now. The lock must be held. */
    abstract void work();

    final void resume() {
        lock.lock();
        try {
            alarm = null;
            work();
        } finally {
            lock.unlock();
        }
    }

    final void arm(long next) {
        Event set = alarm;
        if (next != 0 && (set == null || set.due() - next > 0)) {
            disarm();
            alarm = network.engine.at(next, alarmed);
        }
    }

    private void disarm() {
        Event set = alarm;
        if (set != null) {
            set.cancel();
            alarm = null;
        }
    }

    final boolean isReported(WorkCompletionStatus result, ByteBuffer records, int at) {
        return result != WorkCompletionStatus.SUCCESS
                || pair.plan.allSignaled()
                || SendRecords.has(SendFlag.SIGNALED, records, at);
    }

    /** Counts a request, and reports it if it has a completion; returns false if the completion queue has overflowed. */
    final boolean report(WorkCompletionStatus result, ByteBuffer records, int at, boolean reported) {
        WorkRequestOpcode opcode = SendRecords.opcode(records, at);
        int bytes = SendRecords.bytes(records, at);
        pair.countSend(opcode, result == WorkCompletionStatus.SUCCESS, bytes);
        SimulatedCompletionQueue queue = pair.plan.sends();
        if (!reported || queue == null) {
            return true;
        }
        long id = records.getLong(at + SendRecord.ID);
        return queue.add(
                completion.of(id, SendRecords.completed(opcode), result).bytes(bytes));
    }

    /**
     * Takes the queue pair to a state of errors, with the lock of the requester held.
     *
     * @param queueLost whether the reason is the loss of the completion queue (IBA 11.6.3.2)
     */
    final void fail(QueuePairState next, boolean queueLost) {
        responder.lock();
        try {
            if (pair.state == QueuePairState.RESET || pair.state == QueuePairState.ERROR) {
                return;
            }
            pair.state = next;
            if (next == QueuePairState.ERROR) {
                responder.flush();
            }
        } finally {
            responder.unlock();
        }
        if (queueLost) {
            pair.report(AsyncEventType.QUEUE_PAIR_FATAL);
        }
    }

    /**
     * Returns whether requests are outstanding that were posted before the send queue was drained. The lock must be
     * held.
     */
    final boolean isDraining() {
        return draining && pair.state == QueuePairState.SEND_QUEUE_DRAINED;
    }

    /** Ends the draining, when no request is outstanding that was posted before it. */
    final void drained() {
        draining = false;
        if (pair.settings.reportsDrained) {
            pair.report(AsyncEventType.SEND_QUEUE_DRAINED);
        }
    }

    /** Reacts to a change of the state of the queue pair. The locks of both halves must be held. */
    final void entered(QueuePairState last, QueuePairState next) {
        switch (next) {
            case RESET -> {
                clear();
                disarm();
                draining = false;
            }
            case READY_TO_SEND -> {
                if (last == QueuePairState.READY_TO_RECEIVE) {
                    connected();
                }
            }
            case SEND_QUEUE_DRAINED -> draining = last != next;
            default -> {
                // Other states only affect the next piece of work.
            }
        }
    }

    abstract void clear();

    void connected() {}
}
