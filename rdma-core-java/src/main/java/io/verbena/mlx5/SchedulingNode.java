package io.verbena.mlx5;

import io.verbena.spi.verbs.Mlx5Operations;
import io.verbena.verbs.DriverExtension;
import io.verbena.verbs.DriverObject;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** An inner element of a scheduling tree of a ConnectX device (mlx5dv_sched_node_create(3)). It has run on the hollow device only. */
public final class SchedulingNode extends DriverObject<Mlx5Operations> {
    private SchedulingNode(Creation<Mlx5Operations> created) {
        super(created);
    }

    static SchedulingNode create(
            DriverExtension<Mlx5Operations> extension, @Nullable SchedulingNode parent, SchedulingLimits limits) {
        return create(
                extension,
                parent == null ? List.of() : List.of(parent),
                SchedulingNode::new,
                (mlx5, handles) -> mlx5.createSchedulingNode(
                        parent == null ? 0 : handles[0],
                        limits.flags(),
                        limits.share().orElse(0),
                        limits.maxRate().orElse(0)),
                Mlx5Operations::destroySchedulingNode);
    }

    /** Creates an inner element below this one. */
    public SchedulingNode node(SchedulingLimits limits) {
        return create(extension(), this, limits);
    }

    /** Creates a leaf below this element (mlx5dv_sched_leaf_create(3)). */
    public SchedulingLeaf leaf(SchedulingLimits limits) {
        return SchedulingLeaf.create(extension(), this, limits);
    }

    /** Changes the limits (mlx5dv_sched_node_modify(3)). */
    public void modify(SchedulingLimits limits) {
        extension()
                .run(
                        this,
                        (mlx5, handle) -> mlx5.modifySchedulingNode(
                                handle,
                                limits.flags(),
                                limits.share().orElse(0),
                                limits.maxRate().orElse(0)));
    }
}
