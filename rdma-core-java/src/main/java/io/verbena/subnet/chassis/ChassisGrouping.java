package io.verbena.subnet.chassis;

import io.verbena.subnet.Node;
import io.verbena.subnet.Port;
import io.verbena.subnet.Subnet;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Chassis of a subnet, by the rules of libibnetdisc: Voltaire boards by device ID and backplane links, and other nodes
 * by system image GUID if several share one. Immutable.
 *
 * <p>Chassis are numbered in the order of the nodes of the subnet.
 */
public final class ChassisGrouping {
    private final List<Chassis> chassis;
    private final Map<Node, Chassis> byNode = new HashMap<>();
    private final Map<Node, ChassisSlot> slots;
    private final Map<Port, Integer> externalPorts;

    private ChassisGrouping(List<Chassis> chassis, Map<Node, ChassisSlot> slots, Map<Port, Integer> externalPorts) {
        this.chassis = List.copyOf(chassis);
        this.slots = Map.copyOf(slots);
        this.externalPorts = Map.copyOf(externalPorts);
        chassis.forEach(one -> one.nodes().forEach(node -> byNode.put(node, one)));
    }

    /** Groups the nodes of a subnet. */
    public static ChassisGrouping of(Subnet subnet) {
        VoltaireChassis voltaire = new VoltaireChassis(subnet);
        MellanoxBoards mellanox = new MellanoxBoards(subnet);
        List<Chassis> all = new ArrayList<>(voltaire.group());
        all.addAll(new SystemGroups(mellanox.slots()).group(subnet, all.size()));
        Map<Node, ChassisSlot> slots = new HashMap<>(voltaire.slots());
        slots.putAll(mellanox.slots());
        Map<Port, Integer> externalPorts = new HashMap<>(voltaire.externalPorts());
        externalPorts.putAll(mellanox.externalPorts());
        return new ChassisGrouping(all, slots, externalPorts);
    }

    /** Returns all chassis, by number. */
    public List<Chassis> chassis() {
        return chassis;
    }

    /** Returns the chassis of a node. */
    public Optional<Chassis> chassis(Node node) {
        return Optional.ofNullable(byNode.get(node));
    }

    /** Returns the slot of a node; empty if it is unknown. */
    public Optional<ChassisSlot> slot(Node node) {
        return byNode.containsKey(node) ? Optional.ofNullable(slots.get(node)) : Optional.empty();
    }

    /** Returns the port number on the enclosure; empty if there is none. */
    public Optional<Integer> externalPort(Port port) {
        return Optional.ofNullable(externalPorts.get(port));
    }
}
