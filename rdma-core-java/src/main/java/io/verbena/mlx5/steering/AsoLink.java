package io.verbena.mlx5.steering;

import io.verbena.mlx5.DevxObject;
import io.verbena.spi.verbs.Mlx5Operations;
import io.verbena.verbs.DriverExtension;
import io.verbena.verbs.DriverObject;
import java.util.List;

/**
 * A link of an object for advanced steering operations to the domain of other rules (mlx5dv_dr_aso_other_domain_link(3)). Closing it
 * removes the link. It has run on the hollow device only.
 */
public final class AsoLink extends DriverObject<Mlx5Operations> {
    private AsoLink(Creation<Mlx5Operations> created) {
        super(created);
    }

    static AsoLink create(
            DriverExtension<Mlx5Operations> extension,
            DevxObject object,
            SteeringDomain own,
            SteeringDomain other,
            AsoOperation operation,
            int register) {
        return create(
                extension,
                List.of(object, own, other),
                AsoLink::new,
                (mlx5, handles) -> {
                    mlx5.linkAso(handles[0], handles[1], handles[2], operation.flags(), register);
                    return handles[0];
                },
                (mlx5, handle) -> mlx5.unlinkAso(handle, other.address()));
    }
}
