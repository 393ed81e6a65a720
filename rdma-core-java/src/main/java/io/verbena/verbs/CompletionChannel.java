package io.verbena.verbs;

import io.verbena.error.RdmaException;
import io.verbena.spi.verbs.RecordMemory;
import io.verbena.spi.verbs.VerbsDriver;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.IntSupplier;

/**
 * A completion channel, on which completion queues announce completions (see {@code ibv_create_comp_channel(3)}).
 *
 * <p>Any number of threads may wait, each for a queue of its own. One of them polls the channel and wakes the threads whose
 * queues have an event; when it leaves, it wakes one other thread to poll. The others may be virtual threads.
 */
public final class CompletionChannel extends VerbsObject {
    private static final int MAX_AT_ONCE = 64;
    private static final int TIME = MAX_AT_ONCE * Long.BYTES;

    /** The cookies of queues that have an event, followed by the time to wait. */
    private final RecordMemory waiting;

    /** The number of queues of this channel. */
    private final AtomicInteger queues = new AtomicInteger();

    private final ReentrantLock lock = new ReentrantLock();

    /** The events for which threads wait while another thread polls; each knows its index in the list. */
    private final List<QueueEvents> awaited = new ArrayList<>();

    /** The events of all queues, and the calls of {@link #wakeUp}. */
    private final QueueEvents any = new QueueEvents();

    private boolean polling;

    private final IntSupplier pollOnce;
    private final InterruptedPoll interrupted;

    /** The deadline of {@link #awaitEvents}. */
    private final Deadline never = Deadline.in(ChronoUnit.FOREVER.getDuration());

    /** The deadline of {@link #readEvents}. */
    private final Deadline now = Deadline.in(Duration.ZERO);

    CompletionChannel(VerbsObject context, long handle) {
        super(Rank.COMPLETION_CHANNEL, List.of(context), handle, VerbsDriver::destroyCompletionChannel);
        VerbsDriver device = driver;
        this.waiting = device.records(TIME + Long.BYTES);
        this.pollOnce = () -> device.awaitCompletions(handle, waiting, maxAtOnce());
        this.interrupted = new InterruptedPoll(this::interruptPoll);
    }

    /**
     * Ends the poll of an interrupted thread. As of JDK 25 the interrupting thread calls this method without a lock and possibly
     * long after the poll has ended, so it counts as a call, which keeps the channel from being destroyed.
     */
    private void interruptPoll() {
        try {
            using(() -> driver.wakeUpChannel(handle()));
        } catch (RdmaException e) {
            // The channel is closed or has failed, which wakes the poll as well.
        }
    }

    /**
     * Waits for an event of a queue.
     *
     * @param seen the {@link QueueEvents#count} that the caller has handled
     * @return whether there was an event; false after the timeout
     */
    boolean await(VerbsObject queue, QueueEvents announced, long seen, Deadline deadline) {
        enter();
        try {
            lock.lock();
            try {
                while (announced.count() == seen) {
                    queue.requireOpen();
                    requireOpen();
                    if (deadline.isSpent()) {
                        return false;
                    }
                    if (polling) {
                        announced.startWaiting();
                        try {
                            deadline.left(announced.arrived.awaitNanos(deadline.nanosToWait()));
                        } finally {
                            announced.stopWaiting();
                        }
                    } else {
                        poll(deadline);
                    }
                }
                return true;
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new InterruptedWaitException(this);
            } finally {
                wakeNextPoller();
                lock.unlock();
            }
        } finally {
            exit();
        }
    }

    /** Adds a queue to this channel, and returns its events. */
    QueueEvents opened() {
        queues.incrementAndGet();
        return new QueueEvents();
    }

    void closed() {
        queues.decrementAndGet();
    }

    /** The events of one queue, or of all, and the threads that wait for them. The lock of the channel guards all but the count. */
    final class QueueEvents {
        private final AtomicLong count = new AtomicLong();

        /** The condition on which threads wait for an event while another thread polls. */
        private final Condition arrived = lock.newCondition();

        /** Number of threads that wait on the condition. */
        private int waiting;

        /** Index in {@link #awaited}. */
        private int place;

        long count() {
            return count.get();
        }

        /** Takes events that a thread that holds the lock has read. */
        void take(int number) {
            count.addAndGet(number);
            arrived.signalAll();
        }

        /** Counts an event that the device has not generated, and wakes all waiting threads. */
        void add() {
            count.incrementAndGet();
            wakeAll();
        }

        private void startWaiting() {
            if (waiting++ == 0) {
                place = awaited.size();
                awaited.add(this);
            }
        }

        private void stopWaiting() {
            if (--waiting > 0) {
                return;
            }
            QueueEvents last = awaited.remove(awaited.size() - 1);
            if (last != this) {
                awaited.set(place, last);
                last.place = place;
            }
        }
    }

    /**
     * Returns how many events to read at a time: one for each queue, because a queue has at most one, and reading until there is
     * none would cost another system call.
     */
    private int maxAtOnce() {
        return Math.max(1, Math.min(MAX_AT_ONCE, queues.get()));
    }

    /** Returns the number of events of all queues. An event after this call ends {@link #awaitEvents}. */
    public long events() {
        return any.count();
    }

    /**
     * Waits until any queue has an event after {@link #events} was read, or until {@link #wakeUp} is called. Use {@code
     * CompletionQueue.events} to find the queues. Call this method from a single thread that does nothing else. It does not
     * allocate.
     *
     * @throws ClosedObjectException if this channel is closed while the thread waits
     */
    public void awaitEvents(long seen) {
        awaitEvents(seen, never);
    }

    /**
     * Waits as {@link #awaitEvents(long)} does, until a deadline at most.
     *
     * @return whether there was an event; false after the deadline
     * @throws ClosedObjectException if this channel is closed while the thread waits
     */
    public boolean awaitEvents(long seen, Deadline deadline) {
        return await(this, any, seen, deadline);
    }

    /** Reads the events that have arrived, without waiting, so that the queues count them. */
    public void readEvents() {
        enter();
        try {
            lock.lock();
            try {
                if (!polling) {
                    poll(now);
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            } finally {
                wakeNextPoller();
                lock.unlock();
            }
        } finally {
            exit();
        }
    }

    /** Ends {@link #awaitEvents} as an event does. May be called by any thread. */
    public void wakeUp() {
        enter();
        try {
            any.add();
        } finally {
            exit();
        }
    }

    /** Wakes a thread to poll if none polls. Each thread that leaves calls this method, so one of the others always polls. */
    private void wakeNextPoller() {
        if (!polling && !awaited.isEmpty()) {
            QueueEvents next = any.waiting > 0 ? any : awaited.get(awaited.size() - 1);
            next.arrived.signal();
        }
    }

    /** Polls the channel without the lock. */
    private void poll(Deadline deadline) throws InterruptedException {
        polling = true;
        int count = 0;
        lock.unlock();
        try {
            waiting.bytes().putLong(TIME, deadline.nanosToWait());
            count = interrupted.during(pollOnce);
            deadline.left(waiting.bytes().getLong(TIME));
        } finally {
            lock.lock();
            polling = false;
        }
        check("ibv_get_cq_event", count);
        if (count > 0) {
            any.take(count);
        }
        for (int i = 0; i < count; i++) {
            if (openDevice.cookies.find(waiting.bytes().getLong(i * Long.BYTES)) instanceof VerbsObject queue) {
                queue.announced();
            }
        }
        if (count == 0 && Thread.interrupted()) {
            throw new InterruptedException();
        }
    }

    /** Wakes all waiters, since a queue of the channel has ended. */
    void ended() {
        any.add();
    }

    /** Wakes all waiting threads, which then check whether their queue is still open. */
    void wakeAll() {
        driver.wakeUpChannel(handle());
        lock.lock();
        try {
            awaited.forEach(events -> events.arrived.signalAll());
        } finally {
            lock.unlock();
        }
    }

    @Override
    void wakeWaiters() {
        wakeAll();
    }
}
