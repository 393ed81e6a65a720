package io.verbena.mlx5;

import java.util.OptionalInt;

/**
 * The limits of an element of a scheduling tree ({@code struct mlx5dv_sched_attr}).
 *
 * @param share the share of the bandwidth relative to its siblings; empty for the default
 * @param maxRate the maximum average bandwidth in Mb/s; empty for no limit
 */
public record SchedulingLimits(OptionalInt share, OptionalInt maxRate) {
    /** No limits. */
    public static final SchedulingLimits NONE = new SchedulingLimits(OptionalInt.empty(), OptionalInt.empty());

    /** Returns limits with a share and a maximum rate in Mb/s. */
    public static SchedulingLimits of(int share, int maxRate) {
        return new SchedulingLimits(OptionalInt.of(share), OptionalInt.of(maxRate));
    }

    /** Returns the {@code enum mlx5dv_sched_elem_attr_flags}. */
    int flags() {
        return (share.isPresent() ? 1 : 0) | (maxRate.isPresent() ? 2 : 0);
    }
}
