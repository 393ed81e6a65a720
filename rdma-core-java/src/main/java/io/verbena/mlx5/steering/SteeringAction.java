package io.verbena.mlx5.steering;

import io.verbena.error.Ranges;
import io.verbena.spi.verbs.Mlx5Operations;
import io.verbena.verbs.DriverExtension;
import io.verbena.verbs.DriverObject;
import io.verbena.verbs.VerbsObject;
import java.util.List;
import java.util.function.ToLongBiFunction;

/**
 * An action that rules of tables perform on packets (mlx5dv_dr_flow(3)). Several rules may share an action. Closing it closes the rules that have it. It
 * has run on the hollow device only.
 */
public sealed class SteeringAction extends DriverObject<Mlx5Operations> permits AsoAction, MeterAction {
    private static final int MAX_REGISTER = 0xff;

    SteeringAction(Creation<Mlx5Operations> created) {
        super(created);
    }

    static SteeringAction create(
            DriverExtension<Mlx5Operations> extension,
            List<? extends VerbsObject> from,
            ToLongBiFunction<Mlx5Operations, long[]> creation) {
        return create(extension, from, SteeringAction::new, creation, Mlx5Operations::destroyAction);
    }

    /** Returns the index of a metadata register if it is in its range. */
    static int checkedRegister(int register) {
        return Ranges.check("register", register, 0, MAX_REGISTER);
    }
}
