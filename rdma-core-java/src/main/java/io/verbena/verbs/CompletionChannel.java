package io.verbena.verbs;

import io.verbena.error.RdmaException;
import io.verbena.spi.verbs.RecordMemory;
import io.verbena.spi.verbs.VerbsDriver;
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

    private final Context context;
    private final long handle;

    /** The cookies of queues, and behind them how long to wait. */
    private final RecordMemory waiting;

    /** How many queues tell of themselves here. */
    private final AtomicInteger queues = new AtomicInteger();

    private final ReentrantLock lock = new ReentrantLock();

    /** The queues that threads wait for; each knows its place in the list. */
    private final List<CompletionQueue> awaited = new ArrayList<>();

    /** The threads in {@link #awaitEvents} while another thread polls. */
    private final Condition anyEvent = lock.newCondition();

    private int awaitingAny;
    private boolean polling;

    /** Number of events of all queues, and of calls of {@link #wakeUp}. */
    private final AtomicLong events = new AtomicLong();

    private final IntSupplier pollOnce;
    private final InterruptedPoll interrupted;

    /** Of the thread that waits for all of them. */
    private final Deadline never = Deadline.in(ChronoUnit.FOREVER.getDuration());

    CompletionChannel(Context context, long handle) {
        super(List.of(context));
        this.context = context;
        this.handle = handle;
        this.waiting = context.driver().records(TIME + Long.BYTES);
        VerbsDriver device = context.driver();
        this.pollOnce = () -> device.awaitCompletions(handle, waiting, most());
        this.interrupted = new InterruptedPoll(this::interruptPoll);
    }

    /**
     * Ends the poll of an interrupted thread. From JDK 25 on the interrupting thread calls this without a lock, maybe when the
     * poll has ended long since, so it counts as a user: the channel is not destroyed meanwhile.
     */
    private void interruptPoll() {
        try {
            using(() -> context.driver().wakeUpChannel(handle));
        } catch (RdmaException e) {
            // The close of the channel, or its failure, wakes the poll.
        }
    }

    @Override
    Context context() {
        return context;
    }

    long handle() {
        return handle;
    }

    /**
     * Waits until a queue was told something it had not been told before.
     *
     * @param seen what {@link CompletionQueue#events} was
     * @return false after the time
     */
    boolean await(CompletionQueue queue, long seen, Deadline deadline) {
        enter();
        try {
            lock.lock();
            try {
                while (queue.events() == seen) {
                    queue.requireOpen();
                    requireOpen();
                    if (deadline.isSpent()) {
                        return false;
                    }
                    if (polling) {
                        queue.startWaiting(awaited);
                        try {
                            deadline.left(queue.told().awaitNanos(deadline.nanosToWait()));
                        } finally {
                            queue.stopWaiting(awaited);
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

    /** Returns a condition on which threads wait for a queue while another thread polls. */
    Condition newCondition() {
        return lock.newCondition();
    }

    void opened() {
        queues.incrementAndGet();
    }

    void closed() {
        queues.decrementAndGet();
    }

    /** As many as there are queues: more are not told at once, and to ask whether there are is a call of the system. */
    private int most() {
        return Math.max(1, Math.min(MAX_AT_ONCE, queues.get()));
    }

    /** How many events there were, of all queues; one that comes after this was read ends {@link #awaitEvents}. */
    public long events() {
        return events.get();
    }

    /**
     * Waits until any queue was told something after {@link #events} was read, or somebody calls {@link #wakeUp}. {@link
     * CompletionQueue#events} says which. For one thread, that does nothing else; allocates nothing.
     *
     * @throws ClosedObjectException if it is closed meanwhile
     */
    public void awaitEvents(long seen) {
        enter();
        try {
            lock.lock();
            try {
                while (events.get() == seen) {
                    requireOpen();
                    if (polling) {
                        awaitingAny++;
                        try {
                            anyEvent.await();
                        } finally {
                            awaitingAny--;
                        }
                    } else {
                        poll(never);
                    }
                }
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

    /** Ends an {@link #awaitEvents} as an event would. For any thread. */
    public void wakeUp() {
        enter();
        try {
            events.incrementAndGet();
            wakeAll();
        } finally {
            exit();
        }
    }

    /** Wakes one thread to poll, if none does. Each thread that leaves calls this, so one of those that stay always polls. */
    private void wakeNextPoller() {
        if (polling) {
            return;
        }
        if (awaitingAny > 0) {
            anyEvent.signal();
        } else if (!awaited.isEmpty()) {
            awaited.get(awaited.size() - 1).told().signal();
        }
    }

    /** Leaves the lock while it polls. */
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
        VerbsErrors.check("ibv_get_cq_event", this, count);
        if (count > 0) {
            events.addAndGet(count);
            anyEvent.signalAll();
        }
        for (int i = 0; i < count; i++) {
            if (context.cookies().find(waiting.bytes().getLong(i * Long.BYTES)) instanceof CompletionQueue queue) {
                queue.countEvent();
                queue.told().signalAll();
            }
        }
        if (count == 0 && Thread.interrupted()) {
            throw new InterruptedException();
        }
    }

    /** Wakes all waiters, since a queue of the channel has ended. */
    void ended() {
        events.incrementAndGet();
        wakeAll();
    }

    /** Lets those who wait look at whether their queue is still there. */
    void wakeAll() {
        context.driver().wakeUpChannel(handle);
        lock.lock();
        try {
            anyEvent.signalAll();
            awaited.forEach(queue -> queue.told().signalAll());
        } finally {
            lock.unlock();
        }
    }

    @Override
    void wakeWaiters() {
        wakeAll();
    }

    @Override
    int closingRank() {
        return 5;
    }

    @Override
    void destroy() {
        context.driver().destroyCompletionChannel(handle);
    }

    @Override
    public String toString() {
        return "CompletionChannel[" + context + "]";
    }
}
