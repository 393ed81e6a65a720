package io.verbena.mlx5.steering;

import io.verbena.spi.verbs.Mlx5Operations;
import io.verbena.spi.verbs.RecordMemory;
import io.verbena.verbs.DriverExtension;
import java.util.List;

/** An action that meters packets and continues in a table (mlx5dv_dr_action_create_flow_meter(3)). It has run on the hollow device only. */
public final class MeterAction extends SteeringAction {
    private final SteeringTable next;
    private final int register;

    private MeterAction(Creation<Mlx5Operations> created, SteeringTable next, int register) {
        super(created);
        this.next = next;
        this.register = register;
    }

    static MeterAction create(
            DriverExtension<Mlx5Operations> extension,
            SteeringTable next,
            boolean active,
            int register,
            byte[] parameters) {
        checkedRegister(register);
        RecordMemory memory = HeaderBytes.copy(extension, parameters);
        return create(
                extension,
                List.of(next),
                created -> new MeterAction(created, next, register),
                (mlx5, handles) -> mlx5.actionMeter(handles[0], active ? 1 : 0, register, memory, parameters.length),
                Mlx5Operations::destroyAction);
    }

    /**
     * Changes the meter for all rules that have this action (mlx5dv_dr_action_modify_flow_meter(3)).
     *
     * @param active whether it meters
     * @param parameters the parameters in the format of the device (the PRM calls them {@code flow_meter_parameters})
     * @param fields the mask of the fields that change, in the format of the device ({@code modify_field_select})
     */
    public void modify(boolean active, byte[] parameters, long fields) {
        RecordMemory memory = HeaderBytes.copy(extension(), parameters);
        extension().query(List.of(this, next), (mlx5, handles) -> {
            mlx5.modifyMeter(handles[0], handles[1], active ? 1 : 0, register, memory, parameters.length, fields);
            return this;
        });
    }
}
