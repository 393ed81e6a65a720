package io.verbena.cm;

import io.verbena.verbs.ClosedObjectException;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Supplier;

/**
 * An object of the connection manager. Its calls never wait for the other side, so that a close can wait for them: nobody
 * finds the object destroyed under its hands.
 */
abstract class CmObject implements AutoCloseable {
    private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
    private volatile boolean closed;

    /** Gives it back; nobody uses it any more. */
    abstract void destroy();

    /** Called once, after {@link #destroy}, when nothing is held. */
    abstract void closed();

    /** Uses this while something is asked. */
    final <T> T using(Supplier<T> use) {
        lock.readLock().lock();
        try {
            if (closed) {
                throw new ClosedObjectException(this);
            }
            return use.get();
        } finally {
            lock.readLock().unlock();
        }
    }

    /** Uses this while something is done. */
    final void using(Runnable use) {
        lock.readLock().lock();
        try {
            if (closed) {
                throw new ClosedObjectException(this);
            }
            use.run();
        } finally {
            lock.readLock().unlock();
        }
    }

    /** Whether it is closed, or being closed. */
    public final boolean isClosed() {
        return closed;
    }

    /** Closes it, and what was made of it. Does nothing the second time. Whoever waits for it is woken. */
    @Override
    public final void close() {
        boolean first;
        lock.writeLock().lock();
        try {
            first = !closed;
            closed = true;
            if (first) {
                destroy();
            }
        } finally {
            lock.writeLock().unlock();
        }
        if (first) {
            closed();
        }
    }
}
