package io.verbena.mlx5.steering;

import io.verbena.error.Ranges;
import io.verbena.iba.WireEnum;
import io.verbena.spi.verbs.Mlx5Operations;
import io.verbena.verbs.DriverExtension;
import io.verbena.verbs.flow.FlowFlag;
import io.verbena.verbs.flow.FlowType;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Builds a matcher for rules that the kernel keeps (mlx5dv_create_flow_matcher(3)). It has run on the hollow device only. */
public final class FlowMatcherBuilder {
    private static final int MAX_PRIORITY = 0xffff;

    private final DriverExtension<Mlx5Operations> extension;
    private final MatchMask mask;
    private FlowType type = FlowType.NORMAL;
    private Set<FlowFlag> flags = Set.of();
    private int priority;
    private @Nullable FlowTableType table;

    FlowMatcherBuilder(DriverExtension<Mlx5Operations> extension, MatchMask mask) {
        this.extension = extension;
        this.mask = mask;
    }

    /** Sets the type of the rules (default: NORMAL). */
    public FlowMatcherBuilder type(FlowType rules) {
        type = rules;
        return this;
    }

    /** Sets the flags of the rules (default: none, for packets that the adapter receives). */
    public FlowMatcherBuilder flags(FlowFlag... rules) {
        flags = Set.of(rules);
        return this;
    }

    /** Sets the priority, 0 to 65535, of which the lowest one is compared first (default: 0). */
    public FlowMatcherBuilder priority(int value) {
        priority = Ranges.check("priority", value, 0, MAX_PRIORITY);
        return this;
    }

    /** Sets the table of the rules (default: the table that the flags tell, RECEIVES or SENDS). */
    public FlowMatcherBuilder table(FlowTableType rules) {
        table = rules;
        return this;
    }

    /**
     * Creates the matcher.
     *
     * @throws io.verbena.error.SysException if the device or the kernel refuses it
     */
    public FlowMatcher create() {
        int tableCode = table == null ? -1 : table.code();
        return FlowMatcher.create(
                extension,
                mask,
                mlx5 -> mlx5.createFlowMatcher(
                        type.code(),
                        (int) WireEnum.bitsOf(flags),
                        priority,
                        mask.criteria(),
                        mask.memory(extension),
                        tableCode));
    }
}
