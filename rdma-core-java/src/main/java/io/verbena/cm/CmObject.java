package io.verbena.cm;

import io.verbena.error.ClosingFailures;
import io.verbena.error.RdmaException;
import io.verbena.verbs.ClosedObjectException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * An object of the connection manager. Its calls never wait for the peer, so that a close can wait for them: no call finds
 * the object destroyed.
 */
abstract class CmObject implements AutoCloseable {
    private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
    private final AtomicBoolean ended = new AtomicBoolean();
    private volatile boolean closed;

    /** Why calls are refused, if not because of a close. */
    private volatile @Nullable Supplier<? extends RdmaException> failure;

    /** Guarded by the write lock. */
    private boolean destroyed;

    /** Gives the object back; no call uses it any more. Called again by the next close if it throws. */
    abstract void destroy();

    /**
     * Called once, after the first attempt to {@link #destroy} the object, when nothing is held: ends all that waits.
     *
     * @param why what pending calls are to report
     */
    abstract void closed(RdmaException why);

    /** Called at the end of each close, when nothing is held: waits for the close that another thread began, if any. */
    void awaitClosed() {}

    /** Uses this object during a call that has a result. */
    final <T> T using(Supplier<T> use) {
        lock.readLock().lock();
        try {
            requireOpen();
            return use.get();
        } finally {
            lock.readLock().unlock();
        }
    }

    /** Uses this object during a call. */
    final void using(Runnable use) {
        lock.readLock().lock();
        try {
            requireOpen();
            use.run();
        } finally {
            lock.readLock().unlock();
        }
    }

    final void requireOpen() {
        if (closed) {
            throw refusal();
        }
    }

    /** Returns why calls are refused. */
    final RdmaException refusal() {
        Supplier<? extends RdmaException> why = failure;
        return why == null ? new ClosedObjectException(this) : why.get();
    }

    /**
     * Closes this object for a cause, which pending and later calls report. A system that does not take the object back now
     * is asked again by the next {@link #close}, which reports that.
     */
    final void fail(Supplier<? extends RdmaException> why) {
        if (!closed) {
            failure = why;
        }
        try {
            close();
        } catch (RdmaException e) {
            // The cause is what counts here.
            return;
        }
    }

    /** Returns whether this object is closed, is being closed, or has failed. */
    public final boolean isClosed() {
        return closed;
    }

    /**
     * Closes this object, and what was made of it, and ends all calls that wait for it. A second close does nothing, unless
     * the first one failed.
     *
     * @throws RdmaException if the system does not take the object back. All waits have ended and what could be freed is
     *     freed; a further close tries again. The failures after the first are suppressed in it
     */
    @Override
    public final void close() {
        ClosingFailures failures = new ClosingFailures();
        lock.writeLock().lock();
        try {
            closed = true;
            if (!destroyed) {
                destroyed = failures.attempt(this::destroy);
            }
        } finally {
            lock.writeLock().unlock();
        }
        if (ended.compareAndSet(false, true)) {
            failures.attempt(() -> closed(refusal()));
        }
        awaitClosed();
        failures.rethrow();
    }
}
