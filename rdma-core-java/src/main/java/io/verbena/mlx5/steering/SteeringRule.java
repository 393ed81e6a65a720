package io.verbena.mlx5.steering;

import io.verbena.spi.verbs.Mlx5Operations;
import io.verbena.spi.verbs.RecordMemory;
import io.verbena.verbs.DriverExtension;
import io.verbena.verbs.DriverObject;
import io.verbena.verbs.VerbsObject;
import java.util.ArrayList;
import java.util.List;

/**
 * A rule of a table, in effect until it, its matcher or one of its actions is closed (mlx5dv_dr_rule_create(3)). It has run on the hollow
 * device only.
 */
public final class SteeringRule extends DriverObject<Mlx5Operations> {
    private SteeringRule(Creation<Mlx5Operations> created) {
        super(created);
    }

    static SteeringRule create(
            DriverExtension<Mlx5Operations> extension,
            SteeringMatcher matcher,
            RecordMemory value,
            List<SteeringAction> actions) {
        List<VerbsObject> from = new ArrayList<>(List.of(matcher));
        from.addAll(actions);
        RecordMemory list = extension.memory(actions.size() * Long.BYTES);
        return create(
                extension,
                from,
                SteeringRule::new,
                (mlx5, handles) -> {
                    for (int i = 0; i < actions.size(); i++) {
                        list.bytes().putLong(i * Long.BYTES, handles[i + 1]);
                    }
                    return mlx5.createRule(handles[0], value, list, actions.size());
                },
                Mlx5Operations::destroyRule);
    }

    /** Returns a description of the rule, in a format of libmlx5 (mlx5dv_dump_dr_rule(3)). */
    public String dump() {
        return SteeringDump.of(extension(), this, Mlx5Operations::dumpRule);
    }
}
