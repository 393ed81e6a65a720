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

    private final VerbsObject context;
    private final OpenDevice device;
    private final VerbsDriver driver;
    private final RecordMemory record;
    private final Map<Integer, PortProperties> ports = new ConcurrentHashMap<>();
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition arrived = lock.newCondition();

    /** Events that {@link #await} has not returned yet; guarded by {@link #lock}. */
    private final Deque<AsyncEvent> kept = new ArrayDeque<>();

    private volatile @Nullable Thread thread;

    AsyncEventReader(VerbsObject context) {
        this.context = context;
        this.device = context.openDevice;
        this.driver = device.driver;
        this.record = driver.records(VerbsDriver.EVENT_SIZE);
    }

    /** Starts the thread if it is not running. */
    void start() {
        if (thread == null) {
            lock.lock();
            try {
                if (thread == null) {
                    Thread reader = new CallbackThread(this::run, "verbena-events-" + device);
                    reader.start();
                    thread = reader;
                }
            } finally {
                lock.unlock();
            }
        }
    }

    /** Waits for the end of the thread after the context was closed. */
    void join() {
        CallbackThread.await(thread);
    }

    /** Waits for an event. The last events of a removed device are returned before the removal is thrown. */
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

    /** Wakes the waiting threads, which then check whether the device is still open. */
    void wakeUp() {
        driver.wakeUpEvents();
        lock.lock();
        try {
            arrived.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Returns the attributes of a port as of its last reported change. */
    PortProperties port(int number) {
        start();
        return ports.computeIfAbsent(number, driver::queryPort);
    }

    private void run() {
        while (!context.isClosed()) {
            // A listener may have left the interrupt status set, which must not end the next wait.
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
        if (device.isRemoved()) {
            context.reportWithDependents(device::removalException);
            // Frees what the process holds of the device without waiting for the user, since some drivers, such as rxe,
            // keep a device that is deleted until the last process has closed it.
            context.close();
        }
    }

    private @Nullable AsyncEvent read() {
        int count = context.check("ibv_get_async_event", driver.awaitEvents(record, 1, Integer.MAX_VALUE));
        if (count == 0) {
            return null;
        }
        AsyncEventType type = AsyncEventType.of(record.bytes().getInt(0));
        Object subject = type == AsyncEventType.DEVICE_FATAL
                ? context
                : device.cookies.find(record.bytes().getLong(8));
        return new AsyncEvent(type, record.bytes().getInt(4), (VerbsObject) subject);
    }

    private void act(AsyncEvent event) {
        keep(event);
        VerbsObject subject = event.subject();
        if (event.type() == AsyncEventType.DEVICE_FATAL) {
            device.removed(new AsyncEventException(event));
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
