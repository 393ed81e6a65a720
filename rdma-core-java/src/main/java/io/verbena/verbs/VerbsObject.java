package io.verbena.verbs;

import io.verbena.error.RdmaException;
import io.verbena.error.SysException;
import io.verbena.spi.verbs.VerbsDriver;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * An object of a device. Each call that uses the object is counted, so that a close can refuse new calls, wait for those in
 * progress, close the objects that were made of this one, and destroy it.
 *
 * <p>An object ends in one of three ways, and every pending and every later call reports which: it was closed ({@link
 * ClosedObjectException}), the device reported that it failed ({@link AsyncEventException}), or the device was removed
 * ({@link io.verbena.error.DeviceRemovedException}). {@link #onFailure} reports the last two without a call.
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

    /** Why calls are refused; null as long as they are not, and after a close. */
    private volatile @Nullable Supplier<? extends RdmaException> failure;

    /** The last failure that was reported, which an object may outlive; guarded by {@link #dependents}. */
    private @Nullable Supplier<? extends RdmaException> reported;

    /** Guarded by {@link #dependents}. */
    private final List<Consumer<? super RdmaException>> listeners = new ArrayList<>(0);

    /** Written under {@link #closing}. */
    private volatile boolean destroyed;

    /** Creates an object of all of these, which the caller holds meanwhile. */
    VerbsObject(List<? extends VerbsObject> owners) {
        this.owners = List.copyOf(owners);
        this.owners.forEach(owner -> owner.adopt(this));
    }

    /** Returns the open device that this object belongs to. */
    abstract Context context();

    /** Returns the driver of that device. */
    VerbsDriver driver() {
        return context().driver();
    }

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

    /** Called after each close that succeeded, when nothing is held. */
    void released() {}

    /** Called after something was made of it. */
    void adopted() {}

    /** Counts a user; {@link #exit} must follow. */
    final void enter() {
        if ((int) USERS.getAndAdd(this, 1) < 0) {
            exit();
            throw refusal();
        }
    }

    /** Refuses a call on an object that has ended, without counting the call. */
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

    /**
     * Uses this object during a call of the driver.
     *
     * @throws io.verbena.error.DeviceRemovedException if the call fails because the device was removed
     */
    final <T extends @Nullable Object> T using(Supplier<T> use) {
        enter();
        try {
            return use.get();
        } catch (SysException e) {
            throw context().explain(e);
        } finally {
            exit();
        }
    }

    /** Uses this object during a call of the driver that has no result; see {@link #using(Supplier)}. */
    final void using(Runnable use) {
        using(() -> {
            use.run();
            return true;
        });
    }

    /** Returns why calls are refused: the failure of this object or of one that it was made of, or else the close. */
    private RdmaException refusal() {
        Supplier<? extends RdmaException> why = failure();
        return why == null ? new ClosedObjectException(this) : why.get();
    }

    private @Nullable Supplier<? extends RdmaException> failure() {
        Supplier<? extends RdmaException> why = failure;
        for (int i = 0; why == null && i < owners.size(); i++) {
            why = owners.get(i).failure();
        }
        return why;
    }

    /**
     * Registers a listener for the failure of this object: the device reported a fatal event of it ({@link
     * AsyncEventException}; for a queue pair also QP_FATAL, QP_REQ_ERR and QP_ACCESS_ERR, which leave it in state ERROR and
     * able to be reset), or the device was removed ({@link io.verbena.error.DeviceRemovedException}). A close is no failure.
     *
     * <p>The listener runs on the thread that reads the events of the device, and must not block; it may close objects. It
     * runs at once, on the calling thread, if the failure was reported before. An exception that it throws goes to the
     * uncaught exception handler of the thread.
     */
    public final void onFailure(Consumer<? super RdmaException> listener) {
        Supplier<? extends RdmaException> why;
        synchronized (dependents) {
            listeners.add(listener);
            why = reported == null ? failure() : reported;
        }
        if (why != null) {
            inform(listener, why);
        }
    }

    /** Informs the listeners of a failure that leaves the object usable. */
    final void report(Supplier<? extends RdmaException> why) {
        List<Consumer<? super RdmaException>> informed;
        synchronized (dependents) {
            reported = why;
            informed = List.copyOf(listeners);
        }
        informed.forEach(listener -> inform(listener, why));
    }

    /** Forgets a reported failure, after a queue pair was reset. */
    final void recovered() {
        synchronized (dependents) {
            reported = failure;
        }
    }

    private static void inform(Consumer<? super RdmaException> listener, Supplier<? extends RdmaException> why) {
        try {
            listener.accept(why.get());
        } catch (RuntimeException | Error e) {
            CallbackThread.report(e);
        }
    }

    /** Refuses all calls from now on with such an exception, wakes those that wait, and informs the listeners. */
    final void fail(Supplier<? extends RdmaException> why) {
        refuse(why);
        report(why);
    }

    private void refuse(Supplier<? extends RdmaException> why) {
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

    /** Does something to this object, and then to all that was made of it. */
    private void withDependents(Consumer<VerbsObject> action) {
        List<VerbsObject> all;
        synchronized (dependents) {
            all = List.copyOf(dependents);
        }
        action.accept(this);
        all.forEach(dependent -> dependent.withDependents(action));
    }

    /** Fails this object and all that was made of it. */
    final void failWithDependents(Supplier<? extends RdmaException> why) {
        refuseWithDependents(why);
        reportWithDependents(why);
    }

    /** The first half of {@link #failWithDependents}, which runs no listener, so that a call may take it. */
    final void refuseWithDependents(Supplier<? extends RdmaException> why) {
        withDependents(object -> object.refuse(why));
    }

    /** The second half of {@link #failWithDependents}. */
    final void reportWithDependents(Supplier<? extends RdmaException> why) {
        withDependents(object -> object.report(why));
    }

    /** Lets it be closed before this is. */
    final void adopt(VerbsObject dependent) {
        synchronized (dependents) {
            dependents.add(dependent);
        }
        adopted();
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

    /** Whether a close has given this object back to the device. */
    public final boolean isDestroyed() {
        return destroyed;
    }

    /**
     * Closes this object, after all that was made of it, and wakes the threads that wait in a call on it. A second close does
     * nothing, unless the first one failed. Objects of a removed device are always closed.
     *
     * @throws RdmaException if the device does not take back this object, or one that was made of it; what could be freed is
     *     freed, no call is possible any more, and a further close tries again. The failures after the first are suppressed
     *     in it
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
                giveBack();
                destroyed = true;
                owners.forEach(owner -> owner.forget(this));
                destroyed();
            }
        } finally {
            closing.unlock();
        }
        released();
    }

    /** A device that is gone has taken everything with it, whatever it answers. */
    private void giveBack() {
        try {
            destroy();
        } catch (SysException e) {
            if (!context().isRemovedBy(e)) {
                throw e;
            }
        }
    }

    /** Waits without the interrupt status, with which a thread does not park. */
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

    /** Closes all of them, even if one fails: the youngest first within a rank. */
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
