package io.verbena.mlx5.steering;

import io.verbena.error.Ranges;
import io.verbena.mlx5.DevxObject;
import io.verbena.spi.verbs.Mlx5Operations;
import io.verbena.verbs.DriverExtension;
import java.util.List;

/** An action that uses an object for advanced steering operations (mlx5dv_dr_action_create_aso(3)). It has run on the hollow device only. */
public final class AsoAction extends SteeringAction {
    private AsoAction(Creation<Mlx5Operations> created) {
        super(created);
    }

    static AsoAction create(
            DriverExtension<Mlx5Operations> extension,
            SteeringDomain domain,
            DevxObject objects,
            int offset,
            AsoOperation operation,
            int register) {
        checkedOffset(offset);
        checkedRegister(register);
        return create(
                extension,
                List.of(domain, objects),
                AsoAction::new,
                (mlx5, handles) -> mlx5.actionAso(handles[0], handles[1], offset, operation.flags(), register),
                Mlx5Operations::destroyAction);
    }

    private static void checkedOffset(int offset) {
        Ranges.check("offset", offset, 0, Integer.MAX_VALUE);
    }

    /**
     * Changes this action for the rules that are created later (mlx5dv_dr_action_modify_aso(3)).
     *
     * @param offset the index of the object, from 0
     * @param operation how rules use the object
     * @param register the metadata register that gets the value of the object, 0 to 255
     */
    public void modify(int offset, AsoOperation operation, int register) {
        checkedOffset(offset);
        checkedRegister(register);
        extension().run(this, (mlx5, handle) -> mlx5.modifyAso(handle, offset, operation.flags(), register));
    }
}
