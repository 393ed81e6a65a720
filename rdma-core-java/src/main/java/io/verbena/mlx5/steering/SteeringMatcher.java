package io.verbena.mlx5.steering;

import io.verbena.error.Ranges;
import io.verbena.spi.verbs.Mlx5Operations;
import io.verbena.spi.verbs.RecordMemory;
import io.verbena.verbs.DriverExtension;
import io.verbena.verbs.DriverObject;
import java.util.List;
import java.util.OptionalInt;

/**
 * The fields that rules of a table compare (mlx5dv_dr_matcher_create(3)). Matchers of a table with the same priority have no order. Closing it closes
 * its rules. It has run on the hollow device only.
 */
public final class SteeringMatcher extends DriverObject<Mlx5Operations> {
    /** {@code enum mlx5dv_dr_matcher_layout_flags}. */
    private static final int RESIZABLE = 1;

    private static final int HAS_RULES = 2;
    private static final int MAX_LOG_RULES = 31;

    private final MatchMask mask;

    private SteeringMatcher(Creation<Mlx5Operations> created, MatchMask mask) {
        super(created);
        this.mask = mask;
    }

    static SteeringMatcher create(
            DriverExtension<Mlx5Operations> extension, SteeringTable table, int priority, MatchMask mask) {
        RecordMemory memory = mask.memory(extension);
        return create(
                extension,
                List.of(table),
                created -> new SteeringMatcher(created, mask),
                (mlx5, handles) -> mlx5.createMatcher(handles[0], priority, mask.criteria(), memory),
                Mlx5Operations::destroyMatcher);
    }

    /**
     * Sets how the matcher uses memory of the device (mlx5dv_dr_matcher_set_layout(3)); not in a root table.
     *
     * @param resizable whether the matcher grows and shrinks with its rules; otherwise it keeps its size, which makes changes faster
     * @param logRules the binary logarithm of the number of rules that are expected, 0 to 31, for which memory is allocated now
     * @throws io.verbena.error.UnsupportedException if the device does not support it for this mask or this number of rules
     */
    public void layout(boolean resizable, OptionalInt logRules) {
        logRules.ifPresent(log -> Ranges.check("logarithm of the number of rules", log, 0, MAX_LOG_RULES));
        int flags = (resizable ? RESIZABLE : 0) | (logRules.isPresent() ? HAS_RULES : 0);
        extension().run(this, (mlx5, handle) -> mlx5.setLayout(handle, flags, logRules.orElse(0)));
    }

    /**
     * Creates a rule (mlx5dv_dr_rule_create(3)).
     *
     * @param value the value of the bits of the mask, in the format of the device and as long as the mask
     * @param actions the actions, which the device performs in their order
     * @throws IllegalArgumentException if the value has another length, or bits that the mask does not have, if there is no action, or an
     *     action belongs to another device
     */
    public SteeringRule rule(byte[] value, SteeringAction... actions) {
        if (actions.length == 0) {
            throw new IllegalArgumentException("a rule of " + this + " without an action; add one, such as a drop");
        }
        return SteeringRule.create(extension(), this, mask.value(extension(), value), List.of(actions));
    }

    /** Returns a description of the matcher with its rules, in a format of libmlx5 (mlx5dv_dump_dr_matcher(3)). */
    public String dump() {
        return SteeringDump.of(extension(), this, Mlx5Operations::dumpMatcher);
    }

    @Override
    public String toString() {
        return "SteeringMatcher[" + extension().context() + ", " + mask.length() + " bytes]";
    }
}
