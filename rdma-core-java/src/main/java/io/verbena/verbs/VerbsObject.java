package io.verbena.verbs;

import io.verbena.error.ClosingFailures;
import io.verbena.error.RdmaException;
import io.verbena.error.SysException;
import io.verbena.spi.verbs.DataPath;
import io.verbena.spi.verbs.VerbsDriver;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.ObjLongConsumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * An object of a device. Each call that uses the object is counted, so that a close can refuse new calls, wait for the calls in
 * progress, close the objects that were created from this one, and destroy it. A call throws {@link SysException} if the device
 * refuses it, and {@link io.verbena.error.UnsupportedException} if the device or the installed rdma-core does not support it.
 *
 * <p>An object ends in one of three ways, and every pending and every later call reports which: it was closed ({@link
 * ClosedObjectException}), the device reported that it failed ({@link AsyncEventException}), or the device was removed
 * ({@link io.verbena.error.DeviceRemovedException}). {@link #onFailure} reports the last two without a call.
 */
public abstract class VerbsObject implements AutoCloseable {
    /** The order in which the objects of an owner are closed. */
    enum Rank {
        /** Memory windows: Soft-RoCE cannot destroy the queue pair that bound one (it waits for 50 seconds). */
        WINDOW,
        /** Queue pairs and flow steering rules. */
        QUEUE_PAIR,
        /** Memory regions, address handles, work queues and their indirection tables. */
        REGION,
        SHARED_RECEIVE_QUEUE,
        /** Protection domains, with all that belongs to them, before the completion queues of their queue pairs. */
        DOMAIN,
        COMPLETION_QUEUE,
        COMPLETION_CHANNEL,
        /** Objects that several others use: counters, actions and XRC domains. */
        SHARED,
        /** Device memory and thread domains. */
        MEMORY
    }

    final OpenDevice openDevice;
    final VerbsDriver driver;
    private final Rank rank;
    private final long handle;
    private final ObjLongConsumer<? super VerbsDriver> destruction;
    private final List<VerbsObject> owners;

    /** The objects that were created from this one, oldest first; guarded by itself. */
    private final Set<VerbsObject> dependents = new LinkedHashSet<>();

    private final Lifecycle life = new Lifecycle(this, new Lifecycle.Hooks() {
        @Override
        public void refused() {
            VerbsObject.this.refused();
        }

        @Override
        public void wake() {
            wakeWaiters();
        }

        @Override
        public void destroy() {
            awaitDataCalls();
            closeDependents();
            giveBack();
        }

        @Override
        public void destroyed() {
            owners.forEach(owner -> owner.forget(VerbsObject.this));
            VerbsObject.this.destroyed();
        }

        @Override
        public void released() {
            VerbsObject.this.released();
        }

        @Override
        public @Nullable Supplier<? extends RdmaException> inherited() {
            for (VerbsObject owner : owners) {
                Supplier<? extends RdmaException> why = owner.life.failure();
                if (why != null) {
                    return why;
                }
            }
            return null;
        }
    });

    /** The last reported failure, which a queue pair may survive; guarded by {@link #dependents}. */
    private @Nullable Supplier<? extends RdmaException> reported;

    /** Guarded by {@link #dependents}. */
    private final List<Consumer<? super RdmaException>> listeners = new ArrayList<>(0);

    /**
     * Creates an object from others, at least one, which the caller {@linkplain #holding holds} during the call.
     *
     * @param destruction the operation of the driver that destroys the object with a handle
     */
    VerbsObject(
            Rank rank,
            List<? extends VerbsObject> owners,
            long handle,
            ObjLongConsumer<? super VerbsDriver> destruction) {
        this(owners.get(0).openDevice, rank, owners, handle, destruction);
    }

    /** Creates an object of a device; the first one has no owners. */
    VerbsObject(
            OpenDevice openDevice,
            Rank rank,
            List<? extends VerbsObject> owners,
            long handle,
            ObjLongConsumer<? super VerbsDriver> destruction) {
        this.openDevice = openDevice;
        this.rank = rank;
        this.handle = handle;
        this.destruction = destruction;
        this.driver = openDevice.driver;
        this.owners = List.copyOf(owners);
        this.owners.forEach(owner -> owner.adopt(this));
    }

    /**
     * Refuses an object of another device.
     *
     * @throws IllegalArgumentException if the object belongs to another device
     */
    final void requireSameDevice(VerbsObject other) {
        if (other.openDevice != openDevice) {
            throw new IllegalArgumentException(other + " is of another open device than " + this);
        }
    }

    /** Returns the handle by which the driver knows this object. */
    final long handle() {
        return handle;
    }

    /** Returns the handle of an object; 0 for null. */
    static long handleOf(@Nullable VerbsObject object) {
        return object == null ? 0 : object.handle;
    }

    /** Returns those of some objects that are not null. */
    static List<VerbsObject> present(@Nullable VerbsObject... objects) {
        List<VerbsObject> present = new ArrayList<>();
        for (VerbsObject object : objects) {
            if (object != null) {
                present.add(object);
            }
        }
        return present;
    }

    /** Destroys this object because its construction fails. A failure to destroy it is suppressed in the cause. */
    final void abandon(Throwable cause) {
        owners.forEach(owner -> owner.forget(this));
        try {
            destruction.accept(driver, handle);
        } catch (RuntimeException e) {
            cause.addSuppressed(e);
        }
    }

    /** Destroys this object. No call is in progress, and all objects that were created from it are closed. */
    void destroy() {
        destruction.accept(driver, handle);
    }

    /** Runs whenever calls on this object begin to be refused. */
    void refused() {}

    /** Waits for the calls in progress that {@link #enter} does not count. */
    void awaitDataCalls() {}

    /** Wakes the threads that wait in calls on this object, which is not destroyed yet. */
    void wakeWaiters() {}

    /** Runs once, after this object was destroyed. */
    void destroyed() {}

    /** Runs after each successful close, when no lock is held. */
    void released() {}

    /** Runs after an object was created from this one. */
    void adopted() {}

    /** Takes an event that a completion channel, whose lock the caller holds, has read for this object. */
    void announced() {}

    /** Counts a call; {@link #exit} must follow. */
    final void enter() {
        life.enter();
    }

    /** Refuses a call on an object that has ended, without counting the call. */
    final void requireOpen() {
        life.requireOpen();
    }

    final void exit() {
        life.exit();
    }

    /** Counts a call on each of several objects during an action. */
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
     * Counts a call on this object during a call of the driver.
     *
     * @throws io.verbena.error.DeviceRemovedException if the call fails because the device was removed
     */
    final <T extends @Nullable Object> T using(Supplier<T> use) {
        enter();
        try {
            return use.get();
        } catch (SysException e) {
            throw openDevice.explain(e);
        } finally {
            exit();
        }
    }

    /** Counts a call on this object during a call of the driver without a result; see {@link #using(Supplier)}. */
    final void using(Runnable use) {
        using(() -> {
            use.run();
            return true;
        });
    }

    /** Returns the result of a call of the data path, or throws the exception for a negative errno. */
    final int check(String call, int result) {
        if (result < 0) {
            throw result == -DataPath.REFUSED
                    ? life.refusal()
                    : openDevice.explain(new SysException(call, toString(), -result, ""));
        }
        return result;
    }

    /** Checks the outcome of posting a number of requests. */
    final void checkPosted(String call, long outcome, int count) {
        int errno = DataPath.errno(outcome);
        if (errno == DataPath.REFUSED) {
            throw life.refusal();
        }
        if (errno != 0) {
            throw openDevice.explain(new WorkRequestException(call, this, errno, DataPath.posted(outcome), count));
        }
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
            why = reported == null ? life.failure() : reported;
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

    /** Forgets a reported failure that left this object usable, after a queue pair was reset. */
    final void recovered() {
        synchronized (dependents) {
            reported = null;
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
        life.refuse(why);
        report(why);
    }

    /** Applies an action to this object, and then to all objects that were created from it. */
    private void withDependents(Consumer<VerbsObject> action) {
        List<VerbsObject> all;
        synchronized (dependents) {
            all = List.copyOf(dependents);
        }
        action.accept(this);
        all.forEach(dependent -> dependent.withDependents(action));
    }

    /** Fails this object and all objects that were created from it. */
    final void failWithDependents(Supplier<? extends RdmaException> why) {
        refuseWithDependents(why);
        reportWithDependents(why);
    }

    /** Runs the first half of {@link #failWithDependents}, which calls no listener and so may run inside a call. */
    final void refuseWithDependents(Supplier<? extends RdmaException> why) {
        withDependents(object -> object.life.refuse(why));
    }

    /** Runs the second half of {@link #failWithDependents}, which calls the listeners. */
    final void reportWithDependents(Supplier<? extends RdmaException> why) {
        withDependents(object -> object.report(why));
    }

    /** Adds an object that must be closed before this one. */
    final void adopt(VerbsObject dependent) {
        synchronized (dependents) {
            dependents.add(dependent);
        }
        adopted();
    }

    /** Removes an object that may outlive this one. */
    final void forget(VerbsObject dependent) {
        synchronized (dependents) {
            dependents.remove(dependent);
        }
    }

    /** Returns whether this object is closed, is being closed, or has failed. */
    public final boolean isClosed() {
        return life.isClosed();
    }

    /** Returns whether a close has destroyed this object. */
    public final boolean isDestroyed() {
        return life.isDestroyed();
    }

    /**
     * Closes this object after all objects that were created from it, and wakes the threads that wait in a call on it. A second
     * close has no effect, unless the first one failed. Closing an object of a removed device always succeeds.
     *
     * @throws RdmaException if the device cannot destroy this object, or one that was created from it. All others are destroyed,
     *     further calls are refused, and another close tries again. Failures after the first are suppressed in it
     */
    @Override
    public final void close() {
        life.close();
    }

    /** Destroys this object. The errors of a removed device are ignored, because its objects are gone. */
    private void giveBack() {
        try {
            destroy();
        } catch (SysException e) {
            if (!openDevice.isRemovedBy(e)) {
                throw e;
            }
        }
    }

    @Override
    public String toString() {
        return getClass().getSimpleName() + "[" + openDevice + "]";
    }

    /** Closes all dependents by rank, youngest first, even if one fails. */
    private void closeDependents() {
        List<VerbsObject> youngestFirst = new ArrayList<>();
        synchronized (dependents) {
            dependents.forEach(dependent -> youngestFirst.add(0, dependent));
        }
        youngestFirst.sort(Comparator.comparing(dependent -> dependent.rank));
        ClosingFailures failures = new ClosingFailures();
        failures.closeAll(youngestFirst);
        try {
            failures.rethrow();
        } catch (RdmaException e) {
            throw e.during("cannot close " + this);
        }
    }
}
