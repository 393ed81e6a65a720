package io.verbena.verbs;

import io.verbena.error.ClosingFailures;
import io.verbena.error.RdmaException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The lifecycle of an object of a device or of the connection manager. It counts the calls that use the object, so that a close
 * can refuse new calls, wake the threads that wait in a call, wait for the calls in progress, and only then destroy the object.
 *
 * <p>An object ends by a close or for another cause, such as the removal of its device. Every pending and every later call
 * reports the cause. Safe for use by several threads; counting a call does not allocate.
 */
public final class Lifecycle {
    private static final int REFUSING = Integer.MIN_VALUE;
    private static final int SPINS = 200;
    private static final long PAUSE_NANOS = 50_000;
    private static final VarHandle USERS;

    static {
        try {
            USERS = MethodHandles.lookup().findVarHandle(Lifecycle.class, "users", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** The steps of an object's end. */
    @FunctionalInterface
    public interface Hooks {
        /**
         * Takes the lock of a close.
         *
         * @return false to leave the close to the call that holds the lock, in this thread or another
         */
        default boolean lock(ReentrantLock closing) {
            closing.lock();
            return true;
        }

        /** Runs whenever calls begin to be refused, before the threads that wait in calls are woken. */
        default void refused() {}

        /** Wakes the threads that wait in calls on the object, which is not destroyed yet. Runs under the lock of the close. */
        default void wake() {}

        /** Returns whether {@link #wake} may also be called after the object was destroyed, so that a refusal needs no lock. */
        default boolean outlivesItsObject() {
            return false;
        }

        /** Destroys the object. No call is in progress. If this method throws, the next close calls it again. */
        void destroy();

        /** Runs once, after the object was destroyed, under the lock of the close. */
        default void destroyed() {}

        /**
         * Ends what waits for the object without a call. Runs once, after the first attempt to destroy the object, without a lock.
         *
         * @param cause creates the exception of pending calls
         */
        default void ended(Supplier<RdmaException> cause) {}

        /** Runs at the end of each close of a destroyed object, without a lock. */
        default void released() {}

        /** Returns the cause that the object inherits, such as that of an owner; null if there is none. */
        default @Nullable Supplier<? extends RdmaException> inherited() {
            return null;
        }
    }

    private final Object object;
    private final Hooks hooks;
    private final ReentrantLock closing = new ReentrantLock();
    private final AtomicBoolean ended = new AtomicBoolean();

    /** The number of calls in progress; negative as soon as new calls are refused. */
    @SuppressWarnings("UnusedVariable")
    private volatile int users;

    /** The cause for which calls are refused; null as long as they are not, and after a close. */
    private volatile @Nullable Supplier<? extends RdmaException> failure;

    /** Whether a close has begun. */
    private volatile boolean closed;

    /** Written under {@link #closing}. */
    private volatile boolean destroyed;

    /** Creates the lifecycle of an object, which exceptions name. */
    public Lifecycle(Object object, Hooks hooks) {
        this.object = object;
        this.hooks = hooks;
    }

    /**
     * Counts a call; {@link #exit} must follow.
     *
     * @throws RdmaException if the object has ended
     */
    public void enter() {
        if ((int) USERS.getAndAdd(this, 1) < 0) {
            exit();
            throw refusal();
        }
    }

    /** Ends a call that {@link #enter} has counted. */
    public void exit() {
        USERS.getAndAdd(this, -1);
    }

    /**
     * Counts a call during an action.
     *
     * @throws RdmaException if the object has ended
     */
    public <T extends @Nullable Object> T using(Supplier<T> action) {
        enter();
        try {
            return action.get();
        } finally {
            exit();
        }
    }

    /**
     * Refuses a call on an object that has ended, without counting the call.
     *
     * @throws RdmaException if the object has ended
     */
    public void requireOpen() {
        if (users < 0) {
            throw refusal();
        }
    }

    /** Returns whether the object is closed, is being closed, or has failed. */
    public boolean isClosed() {
        return users < 0;
    }

    /** Returns whether {@link #close} was called; an object that has failed is not closed by that. */
    public boolean isClosing() {
        return closed;
    }

    /** Returns whether a close has destroyed the object. */
    public boolean isDestroyed() {
        return destroyed;
    }

    /** Returns the exception of refused calls: the cause of the object's end, or a {@link ClosedObjectException}. */
    public RdmaException refusal() {
        Supplier<? extends RdmaException> why = failure();
        return why == null ? new ClosedObjectException(object) : why.get();
    }

    /** Returns the cause of the object's end, or that which it inherits; null if there is none. */
    public @Nullable Supplier<? extends RdmaException> failure() {
        Supplier<? extends RdmaException> why = failure;
        return why == null ? hooks.inherited() : why;
    }

    /** Refuses all further calls for a cause, and wakes the threads that wait in a call. The object is not destroyed. */
    public void refuse(Supplier<? extends RdmaException> why) {
        failure = why;
        USERS.getAndBitwiseOr(this, REFUSING);
        hooks.refused();
        if (hooks.outlivesItsObject()) {
            hooks.wake();
            // The thread that holds the lock is closing the object, and wakes the waiting threads itself.
        } else if (closing.tryLock()) {
            try {
                if (!destroyed) {
                    hooks.wake();
                }
            } finally {
                closing.unlock();
            }
        }
    }

    /**
     * Closes the object, unless it is destroyed. A thread that closes it at the same time as another waits for that, unless
     * {@link Hooks#lock} says otherwise.
     *
     * @throws RuntimeException if a step fails. All steps are taken; the failures after the first are suppressed in it
     */
    public void close() {
        closed = true;
        USERS.getAndBitwiseOr(this, REFUSING);
        hooks.refused();
        if (!hooks.lock(closing)) {
            return;
        }
        ClosingFailures failures = new ClosingFailures();
        try {
            if (!destroyed) {
                hooks.wake();
                awaitUsers();
                destroyed = failures.attempt(hooks::destroy);
                if (destroyed) {
                    hooks.destroyed();
                }
            }
        } finally {
            closing.unlock();
        }
        if (ended.compareAndSet(false, true)) {
            failures.attempt(() -> hooks.ended(this::refusal));
        }
        if (destroyed) {
            hooks.released();
        }
        failures.rethrow();
    }

    /** Waits until no call is in progress. Clears the interrupt status meanwhile, because an interrupted thread does not park. */
    private void awaitUsers() {
        boolean interrupted = false;
        for (int spins = 0; users != REFUSING; spins++) {
            if (spins < SPINS) {
                Thread.onSpinWait();
            } else {
                interrupted |= Thread.interrupted();
                LockSupport.parkNanos(PAUSE_NANOS);
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
