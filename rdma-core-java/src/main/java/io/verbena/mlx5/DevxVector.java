package io.verbena.mlx5;

import io.verbena.spi.verbs.Mlx5Operations;
import io.verbena.spi.verbs.RecordMemory;
import io.verbena.verbs.DriverExtension;
import io.verbena.verbs.DriverObject;
import java.util.List;

/** An interrupt vector of a ConnectX device (mlx5dv_devx_alloc_msi_vector(3)). It has run on the hollow device only. */
public final class DevxVector extends DriverObject<Mlx5Operations> {
    private final int number;
    private final int descriptor;

    private DevxVector(Creation<Mlx5Operations> created) {
        super(created);
        RecordMemory fields = created.extension().memory(Long.BYTES);
        created.extension().run(mlx5 -> mlx5.readFields(created.handle(), fields, Long.BYTES));
        number = fields.bytes().getInt(0);
        descriptor = fields.bytes().getInt(Integer.BYTES);
    }

    static DevxVector create(DriverExtension<Mlx5Operations> extension) {
        return create(
                extension,
                List.of(),
                DevxVector::new,
                (mlx5, handles) -> mlx5.allocateVector(),
                Mlx5Operations::freeVector);
    }

    /** Returns the number of the vector, for the command that creates an event queue. */
    public int number() {
        return number;
    }

    /** Returns the eventfd that an interrupt signals. */
    public int descriptor() {
        return descriptor;
    }
}
