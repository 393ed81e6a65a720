package io.verbena.subnet.chassis;

import io.verbena.iba.Guid;
import io.verbena.iba.NodeType;
import io.verbena.subnet.Node;
import io.verbena.subnet.Port;
import io.verbena.subnet.Subnet;
import io.verbena.subnet.chassis.Chassis.ChassisSlot;
import io.verbena.subnet.chassis.Chassis.SlotType;
import io.verbena.topology.XsigoGuids;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

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
        all.addAll(new SystemGroups(mellanox.slots).group(subnet, all.size()));
        Map<Node, ChassisSlot> slots = new HashMap<>(voltaire.slots);
        slots.putAll(mellanox.slots);
        Map<Port, Integer> externalPorts = new HashMap<>(voltaire.externalPorts);
        externalPorts.putAll(mellanox.externalPorts);
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

    /** Boards of Mellanox IS4 systems, whose descriptions contain the slot. */
    private static final class MellanoxBoards {
        private static final int VENDOR = 0x2c9;
        private static final int IS4 = 0xbd36;
        private static final int LAST_EXTERNAL_PORT = 18;
        // MF0;core7:IS5300/L01/U1, with the board type behind the slot if it is set.
        private static final Pattern DESCRIPTION = Pattern.compile(
                "MF0;[^:]*:(?<system>[^/]*)/(?<type>[LS])(?<slot>[0-9]{1,3})[^/:]*(?::[^/]*)?/U(?<chip>[0-9]{1,2}).*",
                Pattern.DOTALL);

        final Map<Node, ChassisSlot> slots = new HashMap<>();
        final Map<Port, Integer> externalPorts = new HashMap<>();

        MellanoxBoards(Subnet subnet) {
            subnet.nodes(NodeType.SWITCH).stream()
                    .filter(node ->
                            node.info().vendorId() == VENDOR && node.info().deviceId() == IS4)
                    .forEach(this::locate);
        }

        private void locate(Node node) {
            Matcher place = DESCRIPTION.matcher(node.description());
            if (!place.matches()) {
                return;
            }
            SlotType type = place.group("type").equals("L") ? SlotType.LINE : SlotType.SPINE;
            slots.put(
                    node,
                    new ChassisSlot(
                            place.group("system"),
                            type,
                            Integer.parseInt(place.group("slot")),
                            Integer.parseInt(place.group("chip"))));
            if (type == SlotType.LINE) {
                node.ports().stream()
                        .filter(port -> port.number() >= 1 && port.number() <= LAST_EXTERNAL_PORT)
                        .forEach(port -> externalPorts.put(port, port.number()));
            }
        }
    }

    /** Groups nodes by system image GUID. Some vendors encode the location in one of its bytes. */
    private record SystemGroups(Map<Node, ChassisSlot> slots) {
        private static final int TOPSPIN = 0x5ad;
        private static final int SILVERSTORM = 0x66a;
        private static final int XSIGO = 0x1397;
        private static final long WITHOUT_PLACE = 0xffffffff00ffffffL;

        /** Returns the groups with more than one node, numbered from {@code used + 1}. */
        List<Chassis> group(Subnet subnet, int used) {
            Map<Guid, List<Node>> groups = new LinkedHashMap<>();
            subnet.nodes().stream()
                    .filter(node -> !VoltaireChassis.isVoltaire(node))
                    .filter(node -> !node.info().systemImageGuid().equals(Guid.ZERO))
                    .forEach(node -> groups.computeIfAbsent(chassisGuid(node), absent -> new ArrayList<>(1))
                            .add(node));
            List<Chassis> all = new ArrayList<>();
            groups.forEach((guid, nodes) -> {
                if (nodes.size() > 1) {
                    ChassisDraft draft = new ChassisDraft(used + all.size() + 1);
                    nodes.forEach(node -> add(draft, node));
                    all.add(draft.build(guid));
                }
            });
            return all;
        }

        private void add(ChassisDraft draft, Node node) {
            ChassisSlot slot = slots.get(node);
            if (slot == null || !draft.place(node, slot.type(), slot.number())) {
                slots.remove(node);
                draft.add(node);
            }
        }

        private static Guid chassisGuid(Node node) {
            Guid system = node.info().systemImageGuid();
            int vendor = node.info().vendorId();
            if (vendor == TOPSPIN || vendor == SILVERSTORM) {
                return Guid.of(system.bits() & WITHOUT_PLACE);
            }
            return vendor == XSIGO || XsigoGuids.isXsigo(system) ? xsigoGuid(node, system) : system;
        }

        /** Returns the GUID of a chassis. A card or server belongs to the chassis to whose first leaf it is connected. */
        private static Guid xsigoGuid(Node node, Guid system) {
            if (XsigoGuids.isSwitch(system)) {
                return Guid.of(system.bits() & WITHOUT_PLACE);
            }
            if (!XsigoGuids.isServer(system) && !XsigoGuids.isCard(system)) {
                return system;
            }
            return node.port(1)
                    .flatMap(Port::peer)
                    .map(peer -> peer.node().info().systemImageGuid())
                    .filter(XsigoGuids::isFirstLeaf)
                    .map(leaf -> Guid.of(leaf.bits() & WITHOUT_PLACE))
                    .orElse(system);
        }
    }
}
