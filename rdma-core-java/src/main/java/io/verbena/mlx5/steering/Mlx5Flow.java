package io.verbena.mlx5.steering;

import io.verbena.spi.verbs.Mlx5Operations;
import io.verbena.verbs.DriverExtension;
import io.verbena.verbs.DriverObject;
import io.verbena.verbs.VerbsObject;
import java.util.List;
import java.util.function.ToLongBiFunction;

/**
 * A rule that the kernel keeps, in effect until it, its matcher or an object of its actions is closed (mlx5dv_create_flow(3)). It has run
 * on the hollow device only.
 */
public final class Mlx5Flow extends DriverObject<Mlx5Operations> {
    private Mlx5Flow(Creation<Mlx5Operations> created) {
        super(created);
    }

    static Mlx5Flow create(
            DriverExtension<Mlx5Operations> extension,
            List<VerbsObject> from,
            ToLongBiFunction<Mlx5Operations, long[]> creation) {
        return create(extension, from, Mlx5Flow::new, creation, Mlx5Operations::destroyFlow);
    }
}
