package io.verbena.verbs;

import io.verbena.error.RdmaException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * An object of a device. Whoever uses it is counted while it does, so that nobody finds it destroyed under its hands: a
 * close refuses new users, waits for those that are there, closes what was made of it, and destroys it.
 */
public abstract class VerbsObject implements AutoCloseable {
    private static final int REFUSING = Integer.MIN_VALUE;
    private static final int SPINS = 200;
    private static final long PAUSE_NANOS = 50_000;
    private static final VarHandle USERS;

    static {
        try {
            USERS = MethodHandles.lookup().findVarHandle(VerbsObject.class, "users", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final List<VerbsObject> owners;

    /** What was made of this, in the order in which it was; guarded by itself. */
    private final Set<VerbsObject> dependents = new LinkedHashSet<>();

    private final ReentrantLock closing = new ReentrantLock();

    /** How many calls use this; negative as soon as nobody else may. */
    @SuppressWarnings("UnusedVariable")
    private volatile int users;

    /** Why nobody may use it any more, if not for a close. */
    private volatile @Nullable Supplier<? extends RdmaException> failure;

    /** Guarded by {@link #closing}. */
    private boolean destroyed;

    /** Made of all of these, which the caller holds meanwhile. */
    VerbsObject(List<? extends VerbsObject> owners) {
        this.owners = List.copyOf(owners);
        this.owners.forEach(owner -> owner.adopt(this));
    }

    /** The device it is of. */
    abstract Context context();

    /**
     * Refuses an object of another device.
     *
     * @throws IllegalArgumentException if it is
     */
    final void requireSameDevice(VerbsObject other) {
        if (other.context() != context()) {
            throw new IllegalArgumentException(other + " is of another open device than " + this);
        }
    }

    /** When it is closed among others of the same owner: lower goes first. */
    abstract int closingRank();

    /** Gives it back to the device. Nobody uses it any more, and nothing that was made of it is left. */
    abstract void destroy();

    /** Ends the waits of those who use it; it is not destroyed yet. */
    void wakeWaiters() {}

    /** Called once, after it was destroyed. */
    void destroyed() {}

    /** Counts a user; {@link #exit} must follow. */
    final void enter() {
        if ((int) USERS.getAndAdd(this, 1) < 0) {
            exit();
            throw refusal();
        }
    }

    /** Refuses what is closed, without counting a user. */
    final void requireOpen() {
        if (users < 0) {
            throw refusal();
        }
    }

    final void exit() {
        USERS.getAndAdd(this, -1);
    }

    /** Uses all of these while something is made. */
    static <T> T holding(List<? extends VerbsObject> objects, Supplier<T> use) {
        int held = 0;
        try {
            for (VerbsObject object : objects) {
                object.enter();
                held++;
            }
            return use.get();
        } finally {
            for (VerbsObject object : objects.subList(0, held)) {
                object.exit();
            }
        }
    }

    /** Uses this while something is asked or done. */
    final <T> T using(Supplier<T> use) {
        enter();
        try {
            return use.get();
        } finally {
            exit();
        }
    }

    /** The same without an answer. */
    final void using(Runnable use) {
        enter();
        try {
            use.run();
        } finally {
            exit();
        }
    }

    private RdmaException refusal() {
        Supplier<? extends RdmaException> why = failure;
        return why == null ? new ClosedObjectException(this) : why.get();
    }

    /** Refuses everybody from now on, for what the device told. */
    final void fail(AsyncEvent event) {
        fail(() -> new AsyncEventException(event));
    }

    /** Refuses everybody from now on with such an exception; it can only be closed. */
    final void fail(Supplier<? extends RdmaException> why) {
        failure = why;
        USERS.getAndBitwiseOr(this, REFUSING);
        // Whoever has the lock is closing it, and wakes them.
        if (closing.tryLock()) {
            try {
                if (!destroyed) {
                    wakeWaiters();
                }
            } finally {
                closing.unlock();
            }
        }
    }

    /** The same of this and of all that was made of it. */
    final void failWithDependents(AsyncEvent event) {
        fail(event);
        List<VerbsObject> all;
        synchronized (dependents) {
            all = List.copyOf(dependents);
        }
        all.forEach(dependent -> dependent.failWithDependents(event));
    }

    /** Lets it be closed before this is. */
    final void adopt(VerbsObject dependent) {
        synchronized (dependents) {
            dependents.add(dependent);
        }
    }

    final void forget(VerbsObject dependent) {
        synchronized (dependents) {
            dependents.remove(dependent);
        }
    }

    /** Whether it is closed, or being closed, or failed. */
    public final boolean isClosed() {
        return users < 0;
    }

    /**
     * Closes it, after all that was made of it. Does nothing the second time. Whoever waits in a call on it is woken.
     *
     * @throws RdmaException if the device does not take it back; it cannot be used any more, but closed once more
     */
    @Override
    public final void close() {
        USERS.getAndBitwiseOr(this, REFUSING);
        closing.lock();
        try {
            if (!destroyed) {
                wakeWaiters();
                awaitUsers();
                closeDependents();
                destroy();
                destroyed = true;
                owners.forEach(owner -> owner.forget(this));
                destroyed();
            }
        } finally {
            closing.unlock();
        }
    }

    private void awaitUsers() {
        for (int spins = 0; users != REFUSING; spins++) {
            if (spins < SPINS) {
                Thread.onSpinWait();
            } else {
                LockSupport.parkNanos(PAUSE_NANOS);
            }
        }
    }

    /** All of them, even if one fails: the youngest first, within a rank. */
    private void closeDependents() {
        List<VerbsObject> youngestFirst = new ArrayList<>();
        synchronized (dependents) {
            dependents.forEach(dependent -> youngestFirst.add(0, dependent));
        }
        youngestFirst.sort(Comparator.comparingInt(VerbsObject::closingRank));
        RdmaException failed = null;
        for (VerbsObject dependent : youngestFirst) {
            try {
                dependent.close();
            } catch (RdmaException e) {
                if (failed == null) {
                    failed = e;
                } else {
                    failed.addSuppressed(e);
                }
            }
        }
        if (failed != null) {
            throw failed.during("cannot close " + this);
        }
    }
}
