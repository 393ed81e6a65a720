package io.verbena.subnet.chassis;

import io.verbena.iba.Guid;
import io.verbena.subnet.Node;
import io.verbena.subnet.Port;
import io.verbena.subnet.Subnet;
import io.verbena.topology.XsigoGuids;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Groups nodes by system image GUID. Some vendors encode the location in one of its bytes. */
final class SystemGroups {
    private static final int TOPSPIN = 0x5ad;
    private static final int SILVERSTORM = 0x66a;
    private static final int XSIGO = 0x1397;
    private static final long WITHOUT_PLACE = 0xffffffff00ffffffL;

    private final Map<Node, ChassisSlot> slots;

    SystemGroups(Map<Node, ChassisSlot> slots) {
        this.slots = slots;
    }

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
