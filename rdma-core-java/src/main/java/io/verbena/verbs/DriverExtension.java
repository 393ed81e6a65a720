package io.verbena.verbs;

import io.verbena.hca.AccessFlag;
import io.verbena.hca.CompletionCounterType;
import io.verbena.spi.verbs.CreatedQueuePair;
import io.verbena.spi.verbs.CreatedWorkQueue;
import io.verbena.spi.verbs.QueuePairRequest;
import io.verbena.spi.verbs.RecordMemory;
import io.verbena.spi.verbs.Registration;
import io.verbena.spi.verbs.VerbsDriver;
import io.verbena.verbs.flow.EspAction;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.ObjLongConsumer;
import java.util.function.ToLongBiFunction;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Operations that a driver has beyond verbs, on the objects of an open device. The packages of vendors, such as {@code
 * io.verbena.efa}, are built on it; applications use those packages.
 *
 * @param <T> the operations
 */
public final class DriverExtension<T> {
    private final Context context;
    private final Function<? super VerbsDriver, ? extends T> operations;

    /** Creates the operations of an open device, which the driver returns or refuses when they are first used. */
    public DriverExtension(Context context, Function<? super VerbsDriver, ? extends T> operations) {
        this.context = context;
        this.operations = operations;
    }

    /** An operation on an object, which the driver knows by its handle. */
    @FunctionalInterface
    public interface ObjectOperation<T, R> {
        /** Performs the operation. */
        R apply(T operations, long handle);
    }

    /** Creates a completion queue. */
    @FunctionalInterface
    public interface CompletionQueueCreation<T> {
        /** Returns the handle of a new queue with a cookie, and with the handle of its channel or 0. */
        long apply(T operations, long cookie, long channel);
    }

    private T operations() {
        return operations.apply(context.driver);
    }

    /** Performs an operation on the device. */
    public <R> R query(Function<? super T, ? extends R> operation) {
        return context.<R>using(() -> operation.apply(operations()));
    }

    /** Performs an operation on the device without a result. */
    public void run(Consumer<? super T> operation) {
        context.using(() -> operation.accept(operations()));
    }

    /** Performs an operation without a result on an object of the device; see {@link #query(VerbsObject, ObjectOperation)}. */
    public void run(VerbsObject object, ObjLongConsumer<? super T> operation) {
        query(object, (found, handle) -> {
            operation.accept(found, handle);
            return handle;
        });
    }

    /**
     * Performs an operation on several objects of the device.
     *
     * @param objects the objects; those that are null have the handle 0
     * @throws IllegalArgumentException if an object belongs to another device
     */
    public <R> R query(
            List<? extends @Nullable VerbsObject> objects, BiFunction<? super T, long[], ? extends R> operation) {
        List<VerbsObject> used = new ArrayList<>(List.of(context));
        long[] handles = new long[objects.size()];
        for (int i = 0; i < handles.length; i++) {
            VerbsObject object = objects.get(i);
            if (object != null) {
                context.requireSameDevice(object);
                used.add(object);
                handles[i] = object.handle();
            }
        }
        return VerbsObject.<R>holding(used, () -> context.<R>using(() -> operation.apply(operations(), handles)));
    }

    /** Destroys an object, which also happens while the device is closed. */
    void destroy(Consumer<? super T> destruction) {
        destruction.accept(operations());
    }

    /** Returns zeroed memory for records. */
    public RecordMemory memory(int bytes) {
        return context.driver.records(bytes);
    }

    /** Returns the address of a direct buffer at its position; the caller keeps the buffer reachable. */
    public long address(ByteBuffer buffer) {
        return context.driver.address(buffer);
    }

    /** Returns the open device. */
    public Context context() {
        return context;
    }

    /**
     * Performs an operation on an object of the device.
     *
     * @throws IllegalArgumentException if the object belongs to another device
     */
    public <R> R query(VerbsObject object, ObjectOperation<? super T, ? extends R> operation) {
        context.requireSameDevice(object);
        return object.<R>using(() -> operation.apply(operations(), object.handle()));
    }

    /**
     * Creates a queue pair of the driver.
     *
     * @param fields whether requests have fields that only the driver knows, such as {@link SendRequests#processingHints}
     */
    public QueuePair queuePair(
            QueuePairBuilder builder,
            boolean fields,
            BiFunction<? super T, QueuePairRequest, CreatedQueuePair> creation) {
        QueuePair.Posting posting = fields ? QueuePair.Posting.OF_DRIVER : QueuePair.Posting.OF_VERBS;
        return builder.create(context, posting, request -> creation.apply(operations(), request));
    }

    /** Creates an initiator of dynamic connections of the driver, whose requests have targets. */
    public QueuePair initiator(
            QueuePairBuilder builder, BiFunction<? super T, QueuePairRequest, CreatedQueuePair> creation) {
        return builder.create(context, QueuePair.Posting.TO_TARGETS, request -> creation.apply(operations(), request));
    }

    /**
     * Makes an initiator of dynamic connections, which is in state RESET, ready to send.
     *
     * @throws java.util.NoSuchElementException if the setup has no address
     * @throws io.verbena.error.SysException if a transition fails; the queue pair stays in the state that it has reached
     */
    public void readyInitiator(QueuePair pair, QueuePairSetup setup) {
        context.requireSameDevice(pair);
        setup.readyInitiator(pair);
    }

    /** Makes a target of dynamic connections ready to receive; see {@link #readyInitiator}. */
    public void readyTarget(QueuePair pair, QueuePairSetup setup) {
        context.requireSameDevice(pair);
        setup.readyTarget(pair);
    }

    /** Creates a completion counter of the driver by an operation that returns its handle. */
    public CompletionCounter completionCounter(CompletionCounterType type, ToLongFunction<? super T> creation) {
        return CompletionCounter.create(context, type, () -> creation.applyAsLong(operations()));
    }

    /** Creates an action of the driver for rules by an operation that returns its handle. */
    public FlowAction flowAction(ToLongFunction<? super T> creation) {
        return FlowAction.create(context, () -> creation.applyAsLong(operations()));
    }

    /** Creates an action of the driver that encrypts or decrypts packets by an operation that returns the handle for its record. */
    public FlowAction flowAction(EspAction action, ToLongBiFunction<? super T, ? super RecordMemory> creation) {
        return FlowAction.create(context, action, record -> creation.applyAsLong(operations(), record));
    }

    /**
     * Allocates memory of the device by an operation of the driver that returns its handle.
     *
     * @throws IllegalArgumentException if the length is not positive, or the alignment is out of range
     */
    public DeviceMemory deviceMemory(long length, int alignment, ToLongFunction<? super T> allocation) {
        return DeviceMemory.allocate(context, length, alignment, () -> allocation.applyAsLong(operations()));
    }

    /** Registers memory. */
    @FunctionalInterface
    public interface RegionCreation<T> {
        /** Returns a new region of a protection domain with checked flags. */
        Registration apply(T operations, long domain, Set<AccessFlag> access);
    }

    /**
     * Registers memory that is not of this process by an operation of the driver.
     *
     * @throws IllegalArgumentException if the length is not positive, the access flags are inconsistent, or the domain belongs to
     *     another device
     */
    public MemoryRegion region(
            ProtectionDomain domain, long length, RegionCreation<? super T> creation, AccessFlag... access) {
        Set<AccessFlag> flags = MemoryRegion.checkedAccess(access);
        MemoryRegion.checkedLength(length);
        return query(
                domain,
                (found, handle) -> new MemoryRegion(domain, creation.apply(found, handle, flags), length, null));
    }

    /** Creates a work queue. */
    @FunctionalInterface
    public interface WorkQueueCreation<T> {
        /** Returns a new queue with a cookie of a protection domain and a completion queue. */
        CreatedWorkQueue apply(T operations, long domain, long completions, long cookie);
    }

    /** Creates a work queue of the driver. */
    public WorkQueue workQueue(
            ProtectionDomain domain, CompletionQueue completions, WorkQueueCreation<? super T> creation) {
        context.requireSameDevice(domain);
        return WorkQueue.create(
                domain,
                completions,
                cookie -> creation.apply(operations(), domain.handle(), completions.handle(), cookie));
    }

    /**
     * Creates an extended completion queue of the driver.
     *
     * @param channel the channel of its events, or null
     * @param fields the mask of the fields that its completions report, not 0: those of verbs in the lower half, and those of the
     *     driver in the upper half; with the uppermost bit if this process cannot read the queue
     */
    public CompletionQueue completionQueue(
            @Nullable CompletionChannel channel, long fields, CompletionQueueCreation<? super T> creation) {
        return CompletionQueue.create(
                context,
                channel,
                fields,
                cookie -> creation.apply(operations(), cookie, VerbsObject.handleOf(channel)));
    }
}
