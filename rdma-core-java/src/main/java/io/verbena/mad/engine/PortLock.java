package io.verbena.mad.engine;

import io.verbena.error.DeviceRemovedException;
import io.verbena.error.RdmaException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The lock of a port, and whether the port has ended. Actions that must not run under the lock, such as completing a future,
 * are added to the list that each action receives; they run when the lock is released. Safe for use by several threads.
 */
final class PortLock {
    private final String name;
    private final Runnable beforeRelease;
    private final ReentrantLock lock = new ReentrantLock();
    private @Nullable RdmaException ended;

    /**
     * Creates a lock.
     *
     * @param name name of the port, for messages
     * @param beforeRelease runs under the lock after each action
     */
    PortLock(String name, Runnable beforeRelease) {
        this.name = name;
        this.beforeRelease = beforeRelease;
    }

    /**
     * Runs an action and returns its result.
     *
     * @throws RdmaException if the port has ended
     */
    <R> R requireOpen(Function<List<Runnable>, R> action) {
        List<Runnable> after = new ArrayList<>(0);
        R result;
        lock.lock();
        try {
            requireOpen();
            result = action.apply(after);
            beforeRelease.run();
        } finally {
            lock.unlock();
        }
        runAll(after);
        return result;
    }

    /** Runs an action unless the port has ended. */
    void ifOpen(Consumer<List<Runnable>> action) {
        List<Runnable> after = new ArrayList<>(0);
        lock.lock();
        try {
            if (ended == null) {
                action.accept(after);
                beforeRelease.run();
            }
        } finally {
            lock.unlock();
        }
        runAll(after);
    }

    /** Reads something under the lock. */
    <R> R read(Supplier<R> value) {
        lock.lock();
        try {
            return value.get();
        } finally {
            lock.unlock();
        }
    }

    boolean isOpen() {
        // Without a lambda: if two threads link one at the same time, the JVM does not take it from the CDS archive.
        lock.lock();
        try {
            return ended == null;
        } finally {
            lock.unlock();
        }
    }

    /** Ends the port and runs an action; later calls have no effect. Every later use of the port reports the reason. */
    void end(RdmaException reason, Consumer<List<Runnable>> action) {
        List<Runnable> after = new ArrayList<>();
        lock.lock();
        try {
            if (ended != null) {
                return;
            }
            ended = reason;
            action.accept(after);
        } finally {
            lock.unlock();
        }
        runAll(after);
    }

    private void requireOpen() {
        RdmaException reason = ended;
        if (reason instanceof DeviceRemovedException removed) {
            throw new DeviceRemovedException(removed.device(), removed)
                    .during("end port " + name + " can no longer be used");
        }
        if (reason != null) {
            throw new RdmaException("end port " + name + " can no longer be used: " + reason.getMessage(), reason);
        }
    }

    /** Runs all actions, even if one of them fails, and then throws the last failure. */
    private static void runAll(List<Runnable> after) {
        Throwable failed = null;
        for (int i = 0; i < after.size(); i++) {
            try {
                after.get(i).run();
            } catch (RuntimeException | Error e) {
                failed = e;
            }
        }
        if (failed instanceof Error error) {
            throw error;
        }
        if (failed instanceof RuntimeException exception) {
            throw exception;
        }
    }
}
