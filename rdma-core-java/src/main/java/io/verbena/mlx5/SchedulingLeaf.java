package io.verbena.mlx5;

import io.verbena.spi.verbs.Mlx5Operations;
import io.verbena.verbs.DriverExtension;
import io.verbena.verbs.DriverObject;
import java.util.List;

/** A leaf of a scheduling tree, which schedules queue pairs (mlx5dv_sched_leaf_create(3)). It has run on the hollow device only. */
public final class SchedulingLeaf extends DriverObject<Mlx5Operations> {
    private SchedulingLeaf(Creation<Mlx5Operations> created) {
        super(created);
    }

    static SchedulingLeaf create(
            DriverExtension<Mlx5Operations> extension, SchedulingNode parent, SchedulingLimits limits) {
        return create(
                extension,
                List.of(parent),
                SchedulingLeaf::new,
                (mlx5, handles) -> mlx5.createSchedulingLeaf(
                        handles[0],
                        limits.flags(),
                        limits.share().orElse(0),
                        limits.maxRate().orElse(0)),
                Mlx5Operations::destroySchedulingLeaf);
    }

    /** Changes the limits (mlx5dv_sched_leaf_modify(3)). */
    public void modify(SchedulingLimits limits) {
        extension()
                .run(
                        this,
                        (mlx5, handle) -> mlx5.modifySchedulingLeaf(
                                handle,
                                limits.flags(),
                                limits.share().orElse(0),
                                limits.maxRate().orElse(0)));
    }
}
