package io.verbena.verbs;

import io.verbena.spi.verbs.RecordMemory;
import io.verbena.spi.verbs.VerbsEvents;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.IntSupplier;

/**
 * Where completion queues tell that they have something. Of the threads that wait, one sits in the poll of the system and
 * tells the others; which need not be platform threads.
 */
public final class CompletionChannel extends VerbsObject {
    private static final int MOST_AT_ONCE = 64;
    private static final int TIME = MOST_AT_ONCE * Long.BYTES;

    private final Context context;
    private final long handle;

    /** The cookies of queues, and behind them how long to wait. */
    private final RecordMemory waiting;

    /** How many queues tell of themselves here. */
    private final AtomicInteger queues = new AtomicInteger();

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition told = lock.newCondition();
    private boolean polling;

    /** How often it told of any queue, or was to wake. */
    private final AtomicLong events = new AtomicLong();

    private final IntSupplier pollOnce;
    private final InterruptedPoll interrupted;

    /** Of the thread that waits for all of them. */
    private final Deadline never = Deadline.in(ChronoUnit.FOREVER.getDuration());

    CompletionChannel(Context context, long handle) {
        super(List.of(context));
        this.context = context;
        this.handle = handle;
        this.waiting = context.driver().data().records(TIME + Long.BYTES);
        VerbsEvents device = context.driver().events();
        this.pollOnce = () -> device.awaitCompletions(handle, waiting, most());
        this.interrupted = new InterruptedPoll(() -> device.wakeUp(handle));
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
                        deadline.left(told.awaitNanos(deadline.nanosToWait()));
                    } else {
                        poll(deadline);
                    }
                }
                return true;
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new InterruptedWaitException(this);
            } finally {
                lock.unlock();
            }
        } finally {
            exit();
        }
    }

    void opened() {
        queues.incrementAndGet();
    }

    void closed() {
        queues.decrementAndGet();
    }

    /** As many as there are queues: more are not told at once, and to ask whether there are is a call of the system. */
    private int most() {
        return Math.max(1, Math.min(MOST_AT_ONCE, queues.get()));
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
                        told.await();
                    } else {
                        poll(never);
                    }
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new InterruptedWaitException(this);
            } finally {
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
            told.signalAll();
        }
        VerbsErrors.check("ibv_get_cq_event", this, count);
        this.events.addAndGet(count);
        for (int i = 0; i < count; i++) {
            if (context.cookies().find(waiting.bytes().getLong(i * Long.BYTES)) instanceof CompletionQueue queue) {
                queue.countEvent();
            }
        }
        if (count == 0 && Thread.interrupted()) {
            throw new InterruptedException();
        }
    }

    /** Lets those who wait look at whether their queue is still there. */
    void wakeAll() {
        context.driver().events().wakeUp(handle);
        lock.lock();
        try {
            told.signalAll();
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
        context.driver().queues().destroyCompletionChannel(handle);
    }

    @Override
    public String toString() {
        return "CompletionChannel[" + context + "]";
    }
}
