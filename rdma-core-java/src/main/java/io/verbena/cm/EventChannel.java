package io.verbena.cm;

import io.verbena.error.ClosingFailures;
import io.verbena.error.RdmaException;
import io.verbena.hca.CmEventType;
import io.verbena.hca.PortSpace;
import io.verbena.spi.cm.CmDriver;
import io.verbena.spi.cm.CmEventRecord;
import io.verbena.verbs.CallbackThread;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * A channel for the events of identifiers (rdma_create_event_channel(3)). Its thread reads the events, takes the steps of the
 * protocol, completes futures and notifies the listener. Closing it closes its identifiers.
 */
public final class EventChannel extends CmObject {
    private static final AtomicInteger COUNT = new AtomicInteger();

    final ConnectionManager manager;
    final long handle;
    private final String name = "EventChannel[" + COUNT.incrementAndGet() + "]";
    private final Set<CmId> ids = ConcurrentHashMap.newKeySet();
    private final Thread reader;

    /** An identifier that could not be destroyed must not be destroyed after its channel. */
    private final ReentrantReadWriteLock destroying = new ReentrantReadWriteLock();

    /** Guarded by {@link #destroying}. */
    private boolean destroyed;

    private volatile Consumer<? super CmEvent> listener = event -> {};

    EventChannel(ConnectionManager manager, long handle) {
        this.manager = manager;
        this.handle = handle;
        this.reader = new CallbackThread(this::read, "verbena-" + name);
    }

    void start() {
        reader.start();
    }

    /**
     * Sets the listener that is notified of every event, on the thread of this channel: it must not wait for another event. An
     * exception of the listener goes to the uncaught exception handler of the thread.
     */
    public void listener(Consumer<? super CmEvent> newListener) {
        listener = newListener;
    }

    /** Creates an identifier. */
    public CmId id(PortSpace space) {
        return using(() -> {
            long cookie = manager.cookie();
            return adopt(new CmId(this, driver().createId(handle, space, cookie), space, cookie));
        });
    }

    CmId adopt(CmId id) {
        manager.register(id);
        ids.add(id);
        return id;
    }

    void forget(CmId id) {
        ids.remove(id);
    }

    private CmDriver driver() {
        return manager.driver;
    }

    /** Reads events until the channel is closed, and then destroys it, because no thread waits for it from then on. */
    private void read() {
        try {
            while (!isClosed()) {
                // A listener may have left its interrupt status set.
                Thread.interrupted();
                CmEventRecord record = driver().awaitEvent(handle, Integer.MAX_VALUE);
                if (record == null) {
                    endRemoved();
                } else if (isClosed()) {
                    // An event after the close is a consequence of it; the close ends all waits.
                    drop(record);
                } else {
                    handle(record);
                }
            }
        } catch (RdmaException e) {
            // After a callback has closed everything, the driver fails before this thread sees the close.
            if (!isClosed()) {
                report(e.during("cannot read the events of " + this));
                ids.forEach(id -> quietly(() -> id.fail(() -> failure(e))));
                quietly(() -> fail(() -> failure(e)));
            }
        } finally {
            quietly(this::close);
            ids.forEach(id -> quietly(id::close));
            destroyChannel();
            manager.forget(this);
        }
    }

    /** Ends the identifiers of removed devices; some systems send no event before everything is closed. */
    private void endRemoved() {
        Set<String> gone = ids.stream()
                .map(CmId::deviceName)
                .filter(device -> !device.isEmpty())
                .distinct()
                .filter(device -> !driver().isPresent(device))
                .collect(Collectors.toSet());
        if (!gone.isEmpty()) {
            ids.stream()
                    .filter(id -> gone.contains(id.deviceName()))
                    .forEach(id -> quietly(() -> id.removed(id.deviceName())));
        }
    }

    private CmException failure(RdmaException why) {
        return new CmException(this + " has failed: " + why.getMessage(), why);
    }

    private void destroyChannel() {
        destroying.writeLock().lock();
        try {
            destroyed = true;
            quietly(() -> driver().destroyChannel(handle));
        } finally {
            destroying.writeLock().unlock();
        }
    }

    /** Destroys an identifier; with the channel, the system has freed what was left of it. */
    void destroyId(long id) {
        destroying.readLock().lock();
        try {
            if (!destroyed) {
                driver().destroyId(id);
            }
        } finally {
            destroying.readLock().unlock();
        }
    }

    private void quietly(Runnable step) {
        try {
            step.run();
        } catch (RuntimeException | Error e) {
            report(e);
        }
    }

    private void handle(CmEventRecord record) {
        CmId id = manager.find(record.cookie());
        if (id == null) {
            drop(record);
            return;
        }
        try {
            listener.accept(id.take(record));
        } catch (RdmaException e) {
            // The events of a closed identifier do not matter.
            if (!id.isClosed()) {
                report(e);
            }
        } catch (RuntimeException | Error e) {
            report(e);
        }
    }

    /** Drops an event of a closed identifier; destroying the identifier of a request rejects the peer. */
    private void drop(CmEventRecord record) {
        if (record.type() == CmEventType.CONNECT_REQUEST) {
            driver().destroyId(record.request());
        }
    }

    private void report(Throwable problem) {
        reader.getUncaughtExceptionHandler().uncaughtException(reader, problem);
    }

    @Override
    void destroy() {
        driver().wakeUp(handle);
    }

    @Override
    void closed(RdmaException why) {
        ClosingFailures failures = new ClosingFailures();
        failures.closeAll(ids);
        failures.rethrow();
    }

    /** Waits for the reader, which ends when all identifiers are closed and the channel is destroyed. */
    @Override
    void awaitClosed() {
        CallbackThread.await(reader);
    }

    @Override
    public String toString() {
        return name;
    }
}
