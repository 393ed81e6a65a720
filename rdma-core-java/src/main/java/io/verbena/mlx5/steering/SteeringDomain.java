package io.verbena.mlx5.steering;

import io.verbena.error.Ranges;
import io.verbena.iba.WireEnum;
import io.verbena.mlx5.DevxObject;
import io.verbena.spi.verbs.Mlx5Operations;
import io.verbena.verbs.DriverExtension;
import io.verbena.verbs.DriverObject;
import java.util.EnumSet;
import java.util.List;

/**
 * The tables of one direction of an adapter, with rules that the application writes to the memory of the device
 * (mlx5dv_dr_domain_create(3)). Packets begin in the table of level 0. Closing it closes its rules, matchers, tables and actions, in this
 * order. It has run on the hollow device only.
 */
public final class SteeringDomain extends DriverObject<Mlx5Operations> {
    private final SteeringDomainType type;

    private SteeringDomain(Creation<Mlx5Operations> created, SteeringDomainType type) {
        super(created);
        this.type = type;
    }

    static SteeringDomain create(DriverExtension<Mlx5Operations> extension, SteeringDomainType type) {
        return create(
                extension,
                List.of(),
                created -> new SteeringDomain(created, type),
                (mlx5, handles) -> mlx5.createSteeringDomain(type.code()),
                Mlx5Operations::destroySteeringDomain);
    }

    /** Returns which packets its tables process. */
    public SteeringDomainType type() {
        return type;
    }

    /**
     * Creates a table (mlx5dv_dr_table_create(3)).
     *
     * @param level 0 for the root table, where packets begin; packets continue in tables of other levels
     */
    public SteeringTable table(int level) {
        Ranges.check("level", level, 0, Integer.MAX_VALUE);
        return SteeringTable.create(extension(), this, level);
    }

    /**
     * Waits until changes of the rules are in effect (mlx5dv_dr_domain_sync(3)).
     *
     * @param first what to wait for
     * @param others more
     */
    public void sync(SteeringSync first, SteeringSync... others) {
        int flags = (int) WireEnum.bitsOf(EnumSet.of(first, others));
        extension().run(this, (mlx5, handle) -> mlx5.syncSteeringDomain(handle, flags));
    }

    /**
     * Sets whether memory of the device that no rule uses is returned to the kernel (default: false;
     * mlx5dv_dr_domain_set_reclaim_device_memory(3)).
     */
    public void reclaimDeviceMemory(boolean enabled) {
        extension().run(this, (mlx5, handle) -> mlx5.reclaimDeviceMemory(handle, enabled));
    }

    /**
     * Sets whether several rules of a matcher below the root table may have the same value (default: true;
     * mlx5dv_dr_domain_allow_duplicate_rules(3)).
     */
    public void allowDuplicateRules(boolean allowed) {
        extension().run(this, (mlx5, handle) -> mlx5.allowDuplicateRules(handle, allowed));
    }

    /**
     * Links an object for advanced steering operations of this domain to another domain, whose rules may then use it
     * (mlx5dv_dr_aso_other_domain_link(3)).
     *
     * @param object the object, which a command of the firmware created
     * @param other the domain that it is linked to
     * @param operation how its rules use the object
     * @param register the metadata register that gets the value of the object, 0 to 255
     * @return the link, which is removed when it or one of the three is closed
     */
    public AsoLink linkAso(DevxObject object, SteeringDomain other, AsoOperation operation, int register) {
        return AsoLink.create(extension(), object, this, other, operation, SteeringAction.checkedRegister(register));
    }

    /** Returns a description of the domain with all that it contains, in a format of libmlx5 (mlx5dv_dump_dr_domain(3)). */
    public String dump() {
        return SteeringDump.of(extension(), this, Mlx5Operations::dumpDomain);
    }

    @Override
    public String toString() {
        return "SteeringDomain[" + extension().context() + ", " + type + "]";
    }
}
