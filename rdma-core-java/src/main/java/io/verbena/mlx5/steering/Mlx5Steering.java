package io.verbena.mlx5.steering;

import io.verbena.error.Ranges;
import io.verbena.mlx5.Mlx5Device;
import io.verbena.spi.verbs.Mlx5Operations;
import io.verbena.spi.verbs.RecordMemory;
import io.verbena.spi.verbs.VerbsDriver;
import io.verbena.verbs.DriverExtension;
import io.verbena.verbs.FlowAction;
import io.verbena.verbs.flow.EspAction;

/**
 * The packet steering of a ConnectX device. Rules that the kernel keeps have a {@linkplain #matcher matcher}; rules that the
 * application keeps are in the tables of a {@linkplain #domain domain}. The process requires CAP_NET_RAW. Every call throws {@link
 * io.verbena.error.SysException} if the device or the kernel refuses it.
 *
 * <p>This class has run on the hollow device only, never on a ConnectX device.
 */
public final class Mlx5Steering {
    /** {@code MLX5DV_FLOW_ACTION_FLAGS_REQUIRE_METADATA}. */
    private static final int METADATA = 1;

    private static final int MAX_PRIORITY = 0xffff;

    private final DriverExtension<Mlx5Operations> extension;

    private Mlx5Steering(DriverExtension<Mlx5Operations> extension) {
        this.extension = extension;
    }

    /** Returns the packet steering of a device. */
    public static Mlx5Steering of(Mlx5Device device) {
        return new Mlx5Steering(new DriverExtension<>(device.context(), VerbsDriver::mlx5));
    }

    /** Creates a domain, whose tables the application keeps (mlx5dv_dr_domain_create(3)). */
    public SteeringDomain domain(SteeringDomainType type) {
        return SteeringDomain.create(extension, type);
    }

    /** Returns the actions of rules in tables. */
    public SteeringActions actions() {
        return new SteeringActions(extension);
    }

    /**
     * Returns a builder of a matcher for rules that the kernel keeps.
     *
     * @param mask the bits that its rules compare, in the format of the device (the PRM calls it {@code fte_match_param}), at most 512
     *     bytes
     * @param criteria the parts in which the mask has bits
     * @throws IllegalArgumentException if the mask is too long, or has bits in a part that is not among the criteria
     */
    public FlowMatcherBuilder matcher(byte[] mask, MatchCriterion... criteria) {
        return new FlowMatcherBuilder(extension, new MatchMask(mask, criteria));
    }

    /**
     * Creates an action that changes headers, for rules of the kernel (mlx5dv_create_flow_action_modify_header(3)).
     *
     * @param changes the changes in the format of the device, 8 bytes each
     * @param table the table of the rules
     * @throws IllegalArgumentException if there is no change, or one is incomplete
     */
    public FlowAction changeHeaders(byte[] changes, FlowTableType table) {
        RecordMemory memory = HeaderBytes.changes(extension, changes);
        return extension.flowAction(mlx5 -> mlx5.createHeaderChange(memory, changes.length, table.code()));
    }

    /**
     * Creates an action that adds or removes headers, for rules of the kernel (mlx5dv_create_flow_action_packet_reformat(3)).
     *
     * @param headers the headers that the action adds; none if it only removes some
     * @param table the table of the rules
     * @throws IllegalArgumentException if the headers do not go with the type
     */
    public FlowAction reformat(PacketReformat type, byte[] headers, FlowTableType table) {
        RecordMemory memory = HeaderBytes.headers(extension, type, headers);
        return extension.flowAction(mlx5 -> mlx5.createReformat(memory, headers.length, type.code(), table.code()));
    }

    /**
     * Creates an action that encrypts or decrypts packets with a property that verbs do not have (mlx5dv_create_flow_action_esp(3)).
     *
     * @param metadata whether each packet has a header with the EtherType 0x8ce4, 6 bytes of metadata and the original EtherType
     * @throws IllegalArgumentException if the action has no association or no key
     */
    public FlowAction encryption(EspAction action, boolean metadata) {
        return extension.flowAction(action, (mlx5, record) -> mlx5.createEsp(record, metadata ? METADATA : 0));
    }

    /**
     * Creates an anchor, by whose number tables that DevX created continue in a table of the kernel (mlx5dv_create_steering_anchor(3)).
     *
     * @param priority the priority in the table, 0 to 65535
     */
    public SteeringAnchor anchor(FlowTableType table, int priority) {
        Ranges.check("priority", priority, 0, MAX_PRIORITY);
        return SteeringAnchor.create(extension, table, priority);
    }

    @Override
    public String toString() {
        return "Mlx5Steering[" + extension.context() + "]";
    }
}
