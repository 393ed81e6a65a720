package io.verbena.verbs;

import io.verbena.error.RdmaException;
import io.verbena.error.SysException;
import io.verbena.hca.AsyncEventType;
import io.verbena.hca.PortProperties;
import io.verbena.spi.verbs.RecordMemory;
import io.verbena.spi.verbs.VerbsDriver;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Reads the asynchronous events of a device on a thread of its own, which starts with the first object of the device, and
 * acts on them: a failed object refuses its callers and informs its listeners, a changed port is read again, and a removed
 * device is closed.
 */
final class AsyncEventReader {
    /** Maximum number of events that are kept for {@link #await}; the oldest is dropped first. */
    private static final int MAX_KEPT = 1024;

    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private final Context context;
    private final VerbsDriver driver;
    private final RecordMemory record;
    private final Map<Integer, PortProperties> ports = new ConcurrentHashMap<>();
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition arrived = lock.newCondition();

    /** Events that nobody has taken yet; guarded by {@link #lock}. */
    private final Deque<AsyncEvent> kept = new ArrayDeque<>();

    private volatile @Nullable Thread thread;

    AsyncEventReader(Context context, VerbsDriver driver) {
        this.context = context;
        this.driver = driver;
        this.record = driver.records(VerbsDriver.EVENT_SIZE);
    }

    /** Starts the thread, unless it runs. */
    void start() {
        if (thread == null) {
            lock.lock();
            try {
                if (thread == null) {
                    Thread reader = new CallbackThread(this::run, "verbena-events-" + context.device());
                    reader.start();
                    thread = reader;
                }
            } finally {
                lock.unlock();
            }
        }
    }

    /** Waits for the end of the thread, once the context is closed. */
    void join() {
        CallbackThread.await(thread);
    }

    /** Waits for an event; the last ones of a device that was removed can still be had. */
    Optional<AsyncEvent> await(Deadline deadline) {
        lock.lock();
        try {
            while (kept.isEmpty()) {
                context.requireOpen();
                start();
                if (deadline.isOver()) {
                    return Optional.empty();
                }
                long unused = arrived.awaitNanos(deadline.remainingNanos());
            }
            return Optional.of(kept.remove());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedWaitException(context);
        } finally {
            lock.unlock();
        }
    }

    /** Lets all who wait look at whether the device is still open. */
    void wakeUp() {
        driver.wakeUpEvents();
        lock.lock();
        try {
            arrived.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** A port as it was when the device last reported a change of it. */
    PortProperties port(int number) {
        start();
        return ports.computeIfAbsent(number, driver::queryPort);
    }

    private void run() {
        while (!context.isClosed()) {
            // What a listener left behind is not for this thread.
            Thread.interrupted();
            try {
                AsyncEvent event = context.using(this::read);
                if (event != null) {
                    act(event);
                }
            } catch (SysException e) {
                // The next attempt may succeed, as after ENOMEM, but must not take the processor.
                CallbackThread.report(e.during("cannot read the events of " + context));
                LockSupport.parkNanos(PAUSE_NANOS);
            } catch (RdmaException e) {
                // The context was closed, or its device was removed: both end the loop.
                Thread.onSpinWait();
            }
        }
        if (context.isRemoved()) {
            context.reportRemoval();
            // Frees what the process holds of the device without waiting for the user, since some drivers, such as rxe,
            // keep a device that is deleted until the last process has closed it.
            context.close();
        }
    }

    private @Nullable AsyncEvent read() {
        int count = VerbsErrors.check("ibv_get_async_event", context, driver.awaitEvents(record, 1, Integer.MAX_VALUE));
        if (count == 0) {
            return null;
        }
        AsyncEventType type = AsyncEventType.of(record.bytes().getInt(0));
        VerbsObject subject = type == AsyncEventType.DEVICE_FATAL
                ? context
                : context.cookies().find(record.bytes().getLong(8));
        return new AsyncEvent(type, record.bytes().getInt(4), subject);
    }

    private void act(AsyncEvent event) {
        keep(event);
        VerbsObject subject = event.subject();
        if (event.type() == AsyncEventType.DEVICE_FATAL) {
            context.removed(new AsyncEventException(event));
        } else if (subject != null && event.isFatal()) {
            subject.failWithDependents(() -> new AsyncEventException(event));
        } else if (subject != null && event.isQueuePairError()) {
            subject.report(() -> new AsyncEventException(event));
        }
    }

    /** Forgets the port and keeps the event in one step, so that a caller that sees the change finds the event, and vice versa. */
    private void keep(AsyncEvent event) {
        lock.lock();
        try {
            ports.remove(event.port());
            if (kept.size() == MAX_KEPT) {
                kept.remove();
            }
            kept.add(event);
            arrived.signalAll();
        } finally {
            lock.unlock();
        }
    }
}
