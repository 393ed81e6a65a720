package io.verbena.mlx5.steering;

import io.verbena.spi.verbs.Mlx5Operations;
import io.verbena.spi.verbs.RecordMemory;
import io.verbena.verbs.DriverExtension;
import io.verbena.verbs.DriverObject;
import java.util.List;

/** A place in a table of the kernel where packets of tables of DevX continue (mlx5dv_create_steering_anchor(3)). It has run on the hollow device only. */
public final class SteeringAnchor extends DriverObject<Mlx5Operations> {
    private final int number;

    private SteeringAnchor(Creation<Mlx5Operations> created) {
        super(created);
        RecordMemory fields = created.extension().memory(Integer.BYTES);
        created.extension().run(mlx5 -> mlx5.readFields(created.handle(), fields, Integer.BYTES));
        this.number = fields.bytes().getInt(0);
    }

    static SteeringAnchor create(DriverExtension<Mlx5Operations> extension, FlowTableType table, int priority) {
        return create(
                extension,
                List.of(),
                SteeringAnchor::new,
                (mlx5, handles) -> mlx5.createAnchor(table.code(), priority),
                Mlx5Operations::destroyAnchor);
    }

    /** Returns the number of the table, the destination of an entry of a table that DevX creates. */
    public int number() {
        return number;
    }

    @Override
    public String toString() {
        return "SteeringAnchor[" + extension().context() + ", " + number + "]";
    }
}
