package io.verbena.mlx5.steering;

import io.verbena.error.Ranges;
import io.verbena.spi.verbs.Mlx5Operations;
import io.verbena.verbs.DriverExtension;
import io.verbena.verbs.DriverObject;
import java.util.List;

/** A table of a steering domain (mlx5dv_dr_table_create(3)). Closing it closes its rules and matchers. It has run on the hollow device only. */
public final class SteeringTable extends DriverObject<Mlx5Operations> {
    private static final int MAX_PRIORITY = 0xffff;

    private final int level;

    private SteeringTable(Creation<Mlx5Operations> created, int level) {
        super(created);
        this.level = level;
    }

    static SteeringTable create(DriverExtension<Mlx5Operations> extension, SteeringDomain domain, int level) {
        return create(
                extension,
                List.of(domain),
                created -> new SteeringTable(created, level),
                (mlx5, handles) -> mlx5.createTable(handles[0], level),
                Mlx5Operations::destroyTable);
    }

    /** Returns the level, 0 for the root table. */
    public int level() {
        return level;
    }

    /**
     * Creates a matcher (mlx5dv_dr_matcher_create(3)).
     *
     * @param priority the priority, 0 to 65535, of which the lowest one is compared first
     * @param mask the bits that its rules compare, in the format of the device (the PRM calls it {@code fte_match_param}), at most 512
     *     bytes; a multiple of 4 bytes below the root table
     * @param criteria the parts in which the mask has bits
     * @throws IllegalArgumentException if the mask has another length, or bits in a part that is not among the criteria
     */
    public SteeringMatcher matcher(int priority, byte[] mask, MatchCriterion... criteria) {
        Ranges.check("priority", priority, 0, MAX_PRIORITY);
        if (level > 0 && mask.length % Integer.BYTES != 0) {
            throw new IllegalArgumentException("a mask of " + mask.length + " bytes in a table of level " + level
                    + "; below the root table, a mask has a multiple of 4 bytes: append zeros");
        }
        return SteeringMatcher.create(extension(), this, priority, new MatchMask(mask, criteria));
    }

    /** Returns a description of the table with all that it contains, in a format of libmlx5 (mlx5dv_dump_dr_table(3)). */
    public String dump() {
        return SteeringDump.of(extension(), this, Mlx5Operations::dumpTable);
    }

    @Override
    public String toString() {
        return "SteeringTable[" + extension().context() + ", level " + level + "]";
    }
}
