package io.verbena.mlx5.steering;

import io.verbena.spi.verbs.Mlx5Operations;
import io.verbena.verbs.DriverExtension;
import io.verbena.verbs.DriverObject;
import java.util.List;
import java.util.function.ToLongFunction;

/**
 * The fields that rules of the kernel compare (mlx5dv_create_flow_matcher(3)). Closing it closes its rules. It has run on the hollow
 * device only.
 */
public final class FlowMatcher extends DriverObject<Mlx5Operations> {
    private final MatchMask mask;

    private FlowMatcher(Creation<Mlx5Operations> created, MatchMask mask) {
        super(created);
        this.mask = mask;
    }

    static FlowMatcher create(
            DriverExtension<Mlx5Operations> extension, MatchMask mask, ToLongFunction<Mlx5Operations> creation) {
        return create(
                extension,
                List.of(),
                created -> new FlowMatcher(created, mask),
                (mlx5, handles) -> creation.applyAsLong(mlx5),
                Mlx5Operations::destroyFlowMatcher);
    }

    /**
     * Returns a builder of a rule.
     *
     * @param value the value of the bits of the mask, in the format of the device and as long as the mask
     * @throws IllegalArgumentException if the value has another length, or bits that the mask does not have
     */
    public Mlx5FlowBuilder flow(byte[] value) {
        return new Mlx5FlowBuilder(extension(), this, mask.value(extension(), value));
    }

    @Override
    public String toString() {
        return "FlowMatcher[" + extension().context() + ", " + mask.length() + " bytes]";
    }
}
