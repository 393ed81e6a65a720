package io.verbena.cm;

import io.verbena.error.RdmaException;
import io.verbena.hca.CmEventType;
import io.verbena.hca.PortSpace;
import io.verbena.spi.cm.CmDriver;
import io.verbena.spi.cm.CmNotice;
import io.verbena.verbs.CallbackThread;
import io.verbena.verbs.ClosedObjectException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/**
 * Where the events of identifiers come. A thread of its own reads them, takes the steps that the protocol wants, completes
 * futures, and tells the listener. Closing it closes its identifiers.
 */
public final class EventChannel extends CmObject {
    private static final AtomicInteger COUNT = new AtomicInteger();

    private final ConnectionManager manager;
    private final long handle;
    private final String name = "EventChannel[" + COUNT.incrementAndGet() + "]";
    private final Set<CmId> ids = ConcurrentHashMap.newKeySet();
    private final Thread reader;
    private volatile Consumer<? super CmEvent> listener = event -> {};

    EventChannel(ConnectionManager manager, long handle) {
        this.manager = manager;
        this.handle = handle;
        this.reader = new CallbackThread(this::read, "verbena-" + name);
    }

    void start() {
        reader.start();
    }

    ConnectionManager manager() {
        return manager;
    }

    long handle() {
        return handle;
    }

    /**
     * Is told of every event, on the thread that reads: it must not wait for another. What it throws goes to the handler
     * of that thread. There is one at a time.
     */
    public void listener(Consumer<? super CmEvent> toTell) {
        listener = toTell;
    }

    /** An identifier: what a socket is to connections of the system. */
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
        return manager.driver();
    }

    /** The channel is destroyed where nobody waits for it any more. */
    private void read() {
        try {
            while (!isClosed()) {
                // What a listener left is not for this thread.
                Thread.interrupted();
                CmNotice notice = driver().awaitEvent(handle, Integer.MAX_VALUE);
                if (notice == null) {
                    continue;
                }
                // What comes after a close comes of it, and whoever waits is told of the close.
                if (isClosed()) {
                    drop(notice);
                } else {
                    handle(notice);
                }
            }
        } catch (RdmaException e) {
            // Where a callback closed all, the driver is closed before this thread sees it.
            if (!isClosed()) {
                report(e.during("cannot read the events of " + this));
            }
        } finally {
            close();
            ids.forEach(CmId::close);
            driver().destroyChannel(handle);
            manager.forget(this);
        }
    }

    private void handle(CmNotice notice) {
        CmId id = manager.find(notice.cookie());
        if (id == null) {
            drop(notice);
            return;
        }
        try {
            listener.accept(id.take(notice));
        } catch (ClosedObjectException e) {
            // Closed meanwhile, nobody waits for its events.
            if (!id.isClosed()) {
                report(e);
            }
        } catch (RuntimeException | Error e) {
            report(e);
        }
    }

    /** Whoever it was for is gone; one who asks for a connection is told by the end of the identifier. */
    private void drop(CmNotice notice) {
        if (notice.type() == CmEventType.CONNECT_REQUEST) {
            driver().destroyId(notice.request());
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
    void closed() {
        ids.forEach(CmId::close);
        CallbackThread.await(reader);
    }

    @Override
    public String toString() {
        return name;
    }
}
