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

/** A requester that keeps its requests in order, as all services of IBA do. */
final class OrderedRequester implements Requester {
    /** The duration of a bit at 1 kb/s. */
    private static final long NANOS_OF_A_BIT = 1_000_000;

    private final QueuePairContext pair;
    private final Responder responder;
    private final QueuePairSettings settings;
    private final DataNetwork network;
    private final ReentrantLock lock = new ReentrantLock();
    private final SendRequestRing ring;
    private final Delivery delivery;
    private final CompletionEntry completion;
    private final long operations;

    /** The event that resumes work; null if none is scheduled. */
    private @Nullable Event alarm;

    /** Whether a request has failed, so that later requests are not attempted. */
    private boolean failed;

    private boolean draining;

    /** The time at which a limited rate permits the next request; 0 before the first. */
    private long paceEnd;

    OrderedRequester(QueuePairContext pair, Responder responder) {
        this.pair = pair;
        this.responder = responder;
        this.settings = pair.settings;
        this.network = pair.network();
        this.ring = new SendRequestRing(pair.plan.capacity(), pair.plan.headerBytes());
        this.delivery = switch (pair.plan.type()) {
            case UD -> new DatagramDelivery(pair, ring);
            case RAW_PACKET -> new RawDelivery(pair, ring);
            default -> new ConnectedDelivery(pair, ring);
        };
        this.completion = new CompletionEntry(pair.number);
        this.operations = pair.plan.operationBits();
    }

    @Override
    public void lock() {
        lock.lock();
    }

    @Override
    public void unlock() {
        lock.unlock();
    }

    @Override
    public long post(RecordMemory requests, int stride, int count, boolean allOrNone) {
        lock.lock();
        try {
            if (allOrNone) {
                int errno = ring.hasRoom(count) ? 0 : Errno.ENOMEM;
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
        if (errno != 0 || !ring.hasRoom(1)) {
            return errno != 0 ? errno : Errno.ENOMEM;
        }
        // Datagrams and frames are delayed on their way to each of their destinations.
        long delay = network.faults.isQuiet() || !pair.plan.isConnected() ? 0 : network.faults.delayNanos();
        long sent = settings.rateKilobits == 0 ? 0 : paced(requests.bytes(), at);
        long arrival =
                delay == 0 && sent == 0 ? 0 : Math.max(sent, network.timeline().nanoTime()) + delay;
        ring.add(requests, at, arrival);
        return 0;
    }

    /** Returns the time at which the last bit of a request has left the adapter at the limited rate. */
    private long paced(ByteBuffer records, int at) {
        long bits = (long) SendRecords.bytes(records, at) * Byte.SIZE;
        long now = network.timeline().nanoTime();
        long start = paceEnd == 0 || paceEnd - now < 0 ? now : paceEnd;
        paceEnd = start + bits * NANOS_OF_A_BIT / settings.rateKilobits;
        return paceEnd;
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
        boolean known = delivery.carries(opcode) && (operations & QueuePairPlan.bit(opcode)) != 0;
        boolean headed = opcode != WorkRequestOpcode.TSO
                || (records.getShort(at + SendRecord.TSO_HEADER_LENGTH) & 0xffff) <= pair.plan.headerBytes();
        return known && headed && SendRecords.fit(pair.plan.capacity(), records, at) ? 0 : Errno.EINVAL;
    }

    @Override
    public void work() {
        do {
            if (pair.state == QueuePairState.READY_TO_SEND) {
                begin();
            }
        } while (complete());
        switch (pair.state) {
            case ERROR, SEND_QUEUE_ERROR -> flush();
            case SEND_QUEUE_DRAINED -> drained();
            default -> {
                // There is no further work.
            }
        }
        arm();
    }

    private void begin() {
        while (!failed && !ring.isAllBegun()) {
            WorkCompletionStatus result = delivery.attempt();
            if (result == null) {
                return;
            }
            failed = result != WorkCompletionStatus.SUCCESS;
            ring.begun(result, delivery.end());
        }
    }

    /** Completes the requests that are due; returns whether that allows further requests to start. */
    private boolean complete() {
        int reads = ring.reads();
        while (!ring.isAllDone()) {
            if (ring.end() != 0 && network.timeline().nanoTime() - ring.end() < 0) {
                break;
            }
            WorkCompletionStatus result = ring.result();
            if (!end(result)) {
                fail(true);
            } else if (result != WorkCompletionStatus.SUCCESS) {
                fail(false);
            }
        }
        return ring.reads() < reads && !ring.isAllBegun();
    }

    /** Completes the first outstanding request; returns false if the completion queue has overflowed. */
    private boolean end(WorkCompletionStatus result) {
        ByteBuffer records = ring.records();
        int at = ring.ended();
        boolean reported = result != WorkCompletionStatus.SUCCESS
                || pair.plan.allSignaled()
                || SendRecords.has(SendFlag.SIGNALED, records, at);
        SimulatedCompletionQueue queue = pair.plan.sends();
        boolean kept = true;
        WorkRequestOpcode opcode = SendRecords.opcode(records, at);
        int bytes = SendRecords.bytes(records, at);
        pair.countSend(opcode, result == WorkCompletionStatus.SUCCESS, bytes);
        if (reported && queue != null) {
            long id = records.getLong(at + SendRecord.ID);
            kept = queue.add(
                    completion.of(id, SendRecords.completed(opcode), result).bytes(bytes));
        }
        ring.done(reported);
        return kept;
    }

    /**
     * Takes the queue pair to an error state, with the lock of the requester held.
     *
     * @param queueLost whether the reason is the loss of the completion queue (IBA 11.6.3.2)
     */
    private void fail(boolean queueLost) {
        responder.lock();
        try {
            if (pair.state == QueuePairState.RESET || pair.state == QueuePairState.ERROR) {
                return;
            }
            if (pair.plan.isReliable() || queueLost) {
                pair.state = QueuePairState.ERROR;
                responder.flush();
            } else {
                pair.state = QueuePairState.SEND_QUEUE_ERROR;
            }
        } finally {
            responder.unlock();
        }
        if (queueLost) {
            pair.report(AsyncEventType.QUEUE_PAIR_FATAL);
        }
    }

    private void flush() {
        while (ring.giveUp()) {
            end(WorkCompletionStatus.FLUSHED);
        }
        delivery.restart();
        failed = false;
    }

    @Override
    public boolean isDraining() {
        return draining && pair.state == QueuePairState.SEND_QUEUE_DRAINED;
    }

    private void drained() {
        if (draining && ring.isAllDone()) {
            draining = false;
            if (settings.reportsDrained) {
                pair.report(AsyncEventType.SEND_QUEUE_DRAINED);
            }
        }
    }

    /** Schedules the next piece of work. */
    private void arm() {
        long begin =
                ring.isAllBegun() || failed || pair.state != QueuePairState.READY_TO_SEND ? 0 : delivery.notBefore();
        long end = ring.isAllDone() ? 0 : ring.end();
        long next = begin == 0 || (end != 0 && end - begin < 0) ? end : begin;
        Event set = alarm;
        if (next == 0 || (set != null && set.due() - next <= 0)) {
            return;
        }
        disarm();
        alarm = network.engine.at(next, this::resume);
    }

    private void disarm() {
        Event set = alarm;
        if (set != null) {
            set.cancel();
            alarm = null;
        }
    }

    @Override
    public void resume() {
        lock.lock();
        try {
            alarm = null;
            work();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void entered(QueuePairState last, QueuePairState next) {
        switch (next) {
            case RESET -> {
                ring.clear();
                delivery.close();
                disarm();
                failed = false;
            }
            case READY_TO_SEND -> {
                if (last == QueuePairState.READY_TO_RECEIVE) {
                    delivery.connected();
                }
            }
            case SEND_QUEUE_DRAINED -> draining = last != next;
            default -> {
                // Other states only affect the next piece of work.
            }
        }
    }
}
