package io.verbena.mlx5.steering;

import io.verbena.error.Ranges;
import io.verbena.mlx5.DevxObject;
import io.verbena.spi.verbs.Mlx5Operations;
import io.verbena.spi.verbs.RecordMemory;
import io.verbena.verbs.DriverExtension;
import io.verbena.verbs.QueuePair;
import io.verbena.verbs.VerbsObject;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;

/**
 * Creates the actions of rules in tables (mlx5dv_dr_flow(3)). Every call throws {@link io.verbena.error.SysException} if the device refuses
 * it, and {@link IllegalArgumentException} if an object belongs to another device. All of it has run on the hollow device only.
 */
public final class SteeringActions {
    /** {@code MLX5DV_DR_ACTION_FLAGS_ROOT_LEVEL}. */
    private static final int ROOT = 1;

    private static final int MAX_TAG = 0xffffff;
    private static final int MAX_16 = 0xffff;
    private static final int CHANGE = 8;

    /** The bytes of a destination: the handles of its two actions. */
    private static final int DESTINATION = 2 * Long.BYTES;

    private final DriverExtension<Mlx5Operations> extension;

    SteeringActions(DriverExtension<Mlx5Operations> extension) {
        this.extension = extension;
    }

    private SteeringAction alone(ToLongFunction<Mlx5Operations> creation) {
        return SteeringAction.create(extension, List.of(), (mlx5, handles) -> creation.applyAsLong(mlx5));
    }

    /** Creates an action that drops packets. */
    public SteeringAction drop() {
        return alone(Mlx5Operations::actionDrop);
    }

    /** Creates an action that treats packets as those that no rule of the domain matches. */
    public SteeringAction defaultMiss() {
        return alone(Mlx5Operations::actionDefaultMiss);
    }

    /** Creates an action that sets the tag that completions report, 0 to 0xffffff; for received packets only. */
    public SteeringAction tag(int tag) {
        Ranges.check("tag", tag, 0, MAX_TAG);
        return alone(mlx5 -> mlx5.actionTag(tag));
    }

    /** Creates an action that removes the VLAN header. */
    public SteeringAction popVlan() {
        return alone(Mlx5Operations::actionPopVlan);
    }

    /**
     * Creates an action that adds a VLAN header.
     *
     * @param header the EtherType in the upper 16 bits, such as 0x8100, and the priority and the VLAN in the lower ones
     */
    public SteeringAction pushVlan(SteeringDomain domain, int header) {
        return SteeringAction.create(
                extension, List.of(domain), (mlx5, handles) -> mlx5.actionPushVlan(handles[0], header));
    }

    /** Creates an action that delivers packets to a queue pair; for received packets only. */
    public SteeringAction toQueuePair(QueuePair pair) {
        return SteeringAction.create(extension, List.of(pair), (mlx5, handles) -> mlx5.actionToQueuePair(handles[0]));
    }

    /** Creates an action that delivers packets to a TIR, which a command of the firmware created; for received packets only. */
    public SteeringAction toReceiver(DevxObject receiver) {
        return SteeringAction.create(
                extension, List.of(receiver), (mlx5, handles) -> mlx5.actionToReceiver(handles[0]));
    }

    /**
     * Creates an action that continues in a table of the same domain.
     *
     * @throws IllegalArgumentException if it is a root table
     */
    public SteeringAction toTable(SteeringTable table) {
        if (table.level() == 0) {
            throw new IllegalArgumentException(
                    table + " is a root table; continue in one of a higher level, or use toRootTable");
        }
        return SteeringAction.create(extension, List.of(table), (mlx5, handles) -> mlx5.actionToTable(handles[0]));
    }

    /**
     * Creates an action that continues at another priority of the root table.
     *
     * @param priority the priority, 0 to 65535
     * @throws IllegalArgumentException if it is no root table
     */
    public SteeringAction toRootTable(SteeringTable table, int priority) {
        Ranges.check("priority", priority, 0, MAX_16);
        if (table.level() != 0) {
            throw new IllegalArgumentException(table + " is no root table, which has level 0; use toTable");
        }
        return SteeringAction.create(
                extension, List.of(table), (mlx5, handles) -> mlx5.actionToRootTable(handles[0], priority));
    }

    /**
     * Creates an action that delivers packets to a virtual port; for the embedded switch only.
     *
     * @param port the virtual port, 0 to 65535
     */
    public SteeringAction toVirtualPort(SteeringDomain domain, int port) {
        Ranges.check("virtual port", port, 0, MAX_16);
        return SteeringAction.create(
                extension, List.of(domain), (mlx5, handles) -> mlx5.actionToVirtualPort(handles[0], port));
    }

    /**
     * Creates an action that delivers packets to a port of the device; for the embedded switch only.
     *
     * @param port the port, from 1
     */
    public SteeringAction toPort(SteeringDomain domain, int port) {
        Ranges.check("port", port, 1, Integer.MAX_VALUE);
        return SteeringAction.create(
                extension, List.of(domain), (mlx5, handles) -> mlx5.actionToPort(handles[0], port));
    }

    /**
     * Creates an action that delivers a copy of each packet to each destination.
     *
     * @throws IllegalArgumentException if there is no destination
     */
    public SteeringAction toAll(SteeringDomain domain, PacketDestination... destinations) {
        if (destinations.length == 0) {
            throw new IllegalArgumentException("an action without a destination; add at least one");
        }
        List<VerbsObject> from = new ArrayList<>(List.of(domain));
        for (PacketDestination destination : destinations) {
            from.add(destination.action());
            destination.reformat().ifPresent(from::add);
        }
        RecordMemory list = extension.memory(destinations.length * DESTINATION);
        return SteeringAction.create(extension, from, (mlx5, handles) -> {
            int used = 1;
            for (int i = 0; i < destinations.length; i++) {
                list.bytes().putLong(i * DESTINATION, handles[used++]);
                if (destinations[i].reformat().isPresent()) {
                    list.bytes().putLong(i * DESTINATION + Long.BYTES, handles[used++]);
                }
            }
            return mlx5.actionToAll(handles[0], list, destinations.length);
        });
    }

    /**
     * Creates an action that counts packets.
     *
     * @param counters the flow counters, which a command of the firmware created
     * @param offset the index of the counter, from 0
     */
    public SteeringAction count(DevxObject counters, int offset) {
        Ranges.check("offset", offset, 0, Integer.MAX_VALUE);
        return SteeringAction.create(
                extension, List.of(counters), (mlx5, handles) -> mlx5.actionCounter(handles[0], offset));
    }

    /**
     * Creates an action that uses an object for advanced steering operations.
     *
     * @param objects the objects, which a command of the firmware created
     * @param offset the index of the object, from 0
     * @param operation how rules use the object
     * @param register the metadata register that gets the value of the object, 0 to 255
     */
    public AsoAction aso(SteeringDomain domain, DevxObject objects, int offset, AsoOperation operation, int register) {
        return AsoAction.create(extension, domain, objects, offset, operation, register);
    }

    /**
     * Creates an action that changes headers.
     *
     * @param changes the changes in the format of the device, 8 bytes each
     * @param root whether rules of the root table have it, and not those of other tables
     * @throws IllegalArgumentException if there is no change, or one is incomplete
     */
    public SteeringAction changeHeaders(SteeringDomain domain, byte[] changes, boolean root) {
        RecordMemory memory = HeaderBytes.changes(extension, changes);
        return SteeringAction.create(
                extension,
                List.of(domain),
                (mlx5, handles) -> mlx5.actionChangeHeader(handles[0], root ? ROOT : 0, memory, changes.length));
    }

    /**
     * Creates an action that adds or removes headers.
     *
     * @param headers the headers that the action adds; none if it only removes some
     * @param root whether rules of the root table have it, and not those of other tables
     * @throws IllegalArgumentException if the headers do not go with the type
     */
    public SteeringAction reformat(SteeringDomain domain, PacketReformat type, byte[] headers, boolean root) {
        RecordMemory memory = HeaderBytes.headers(extension, type, headers);
        return SteeringAction.create(
                extension,
                List.of(domain),
                (mlx5, handles) ->
                        mlx5.actionReformat(handles[0], root ? ROOT : 0, type.code(), memory, headers.length));
    }

    /**
     * Creates an action that meters packets.
     *
     * @param next the table in which packets continue
     * @param active whether it meters from the start
     * @param register the metadata register that gets the color of a packet, 0 to 255
     * @param parameters the parameters in the format of the device (the PRM calls them {@code flow_meter_parameters})
     */
    public MeterAction meter(SteeringTable next, boolean active, int register, byte[] parameters) {
        return MeterAction.create(extension, next, active, register, parameters);
    }

    /**
     * Creates an action that performs others on some of the packets, and lets all packets continue in a table.
     *
     * @param ratio the number of packets of which one is sampled, on average, from 1
     * @param next the table in which all packets continue
     * @param change a change of headers in the format of the device, 8 bytes, for packets that continue, which some devices require; or
     *     none
     * @param sampled the actions on a sampled packet
     * @throws IllegalArgumentException if there is no action, or the change has another length
     */
    public SteeringAction sample(int ratio, SteeringTable next, byte[] change, SteeringAction... sampled) {
        Ranges.check("ratio", ratio, 1, Integer.MAX_VALUE);
        if (sampled.length == 0 || (change.length != 0 && change.length != CHANGE)) {
            throw new IllegalArgumentException(sampled.length + " actions and a change of " + change.length
                    + " bytes; a sampler has at least one action, and a change of 8 bytes or none");
        }
        long value = change.length == 0 ? 0 : ByteBuffer.wrap(change).getLong();
        List<VerbsObject> from = new ArrayList<>(List.of(next));
        from.addAll(List.of(sampled));
        RecordMemory list = extension.memory(sampled.length * Long.BYTES);
        return SteeringAction.create(extension, from, (mlx5, handles) -> {
            for (int i = 0; i < sampled.length; i++) {
                list.bytes().putLong(i * Long.BYTES, handles[i + 1]);
            }
            return mlx5.actionSampler(ratio, handles[0], list, sampled.length, value);
        });
    }
}
