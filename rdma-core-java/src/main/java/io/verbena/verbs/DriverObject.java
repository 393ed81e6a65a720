package io.verbena.verbs;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.ObjLongConsumer;
import java.util.function.ToLongBiFunction;

/**
 * An object that a driver has beyond verbs, such as a memory key of {@code io.verbena.mlx5}. The packages of vendors extend it.
 *
 * @param <T> the operations of the driver
 */
public abstract class DriverObject<T> extends VerbsObject {
    private final Creation<T> created;

    /**
     * A new object of the driver, which the constructor of its class takes over.
     *
     * @param extension the operations
     * @param owners the objects that it was created from, the device first
     * @param handle the handle by which the driver knows it
     * @param destruction destroys it
     * @param <T> the operations of the driver
     */
    public record Creation<T>(
            DriverExtension<T> extension,
            List<? extends VerbsObject> owners,
            long handle,
            ObjLongConsumer<? super T> destruction) {}

    /** Takes over a new object. */
    protected DriverObject(Creation<T> created) {
        super(
                Rank.SHARED,
                created.owners(),
                created.handle(),
                (driver, handle) -> created.extension()
                        .destroy(operations -> created.destruction().accept(operations, handle)));
        this.created = created;
    }

    /**
     * Creates an object.
     *
     * @param from the objects that it is created from besides the device, which are closed after it
     * @param constructor the constructor of its class
     * @param creation creates it from the handles of these objects
     * @param destruction destroys it
     * @throws IllegalArgumentException if an object belongs to another device
     */
    protected static <T, O> O create(
            DriverExtension<T> extension,
            List<? extends VerbsObject> from,
            Function<? super Creation<T>, ? extends O> constructor,
            ToLongBiFunction<? super T, long[]> creation,
            ObjLongConsumer<? super T> destruction) {
        List<VerbsObject> owners = new ArrayList<>(List.of(extension.context()));
        owners.addAll(from);
        return extension.<O>query(
                from,
                (operations, handles) -> constructor.apply(
                        new Creation<>(extension, owners, creation.applyAsLong(operations, handles), destruction)));
    }

    /** Returns the operations of the driver. */
    protected final DriverExtension<T> extension() {
        return created.extension();
    }

    /** Returns the address of the object in this process, for programs that use the library of the driver themselves. */
    public final long address() {
        return handle();
    }
}
