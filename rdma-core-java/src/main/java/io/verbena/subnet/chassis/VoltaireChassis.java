package io.verbena.subnet.chassis;

import io.verbena.iba.NodeType;
import io.verbena.subnet.Node;
import io.verbena.subnet.Port;
import io.verbena.subnet.Subnet;
import io.verbena.subnet.chassis.Chassis.ChassisSlot;
import io.verbena.subnet.chassis.Chassis.SlotType;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Groups Voltaire boards: a chassis begins with a spine and extends over backplane links. */
final class VoltaireChassis {
    static final int VENDOR = 0x8f1;

    private static final Set<Integer> ROUTERS = Set.of(0x5a00, 0x5a01);
    private static final int PASSES = 3;

    private final List<Node> switches;
    final Map<Node, ChassisSlot> slots = new HashMap<>();
    final Map<Port, Integer> externalPorts = new HashMap<>();
    private final Set<Node> placed = new HashSet<>();

    VoltaireChassis(Subnet subnet) {
        switches = subnet.nodes(NodeType.SWITCH).stream()
                .filter(VoltaireChassis::isVoltaire)
                .toList();
        switches.forEach(this::locate);
        switches.forEach(this::number);
    }

    static boolean isVoltaire(Node node) {
        return node.info().vendorId() == VENDOR;
    }

    private static Optional<VoltaireSpine> spine(Node node) {
        return VoltaireSpine.of(node.info().deviceId());
    }

    private static Optional<VoltaireLine> line(Node node) {
        return VoltaireLine.of(node.info().deviceId());
    }

    /** Returns the ports with links to another board. */
    private static Stream<Port> backplane(Node node) {
        return node.ports().stream()
                .filter(port -> port.number() != 0 && port.peer().isPresent())
                .filter(port -> spine(node)
                        .map(spine -> !spine.isExternal(port.number()))
                        .or(() -> line(node).map(line -> !line.isExternal(port.number())))
                        .orElse(true));
    }

    private static Stream<Port> opposite(Node node) {
        return backplane(node).flatMap(port -> port.peer().stream());
    }

    private void locate(Node node) {
        Optional<VoltaireSpine> spine = spine(node);
        if (spine.isPresent()) {
            locateSpine(node, spine.get());
        } else if (line(node).isPresent()) {
            opposite(node)
                    .findFirst()
                    .ifPresent(far -> spine(far.node())
                            .ifPresent(kind -> put(
                                    node,
                                    kind,
                                    SlotType.LINE,
                                    kind.lineSlot(far.number()),
                                    kind.lineChip(far.number()))));
        } else if (ROUTERS.contains(node.info().deviceId())) {
            opposite(node).forEach(far -> spine(far.node()).ifPresent(kind -> locateRouter(node, kind, far)));
        }
    }

    private void locateSpine(Node node, VoltaireSpine kind) {
        opposite(node)
                .filter(far -> far.node().isSwitch())
                .findFirst()
                .ifPresent(far -> put(node, kind, SlotType.SPINE, kind.slot(far.number()), kind.chip(far.number())));
        backplane(node)
                .forEach(port -> port.peer()
                        .map(Port::node)
                        .filter(board -> !board.isSwitch() && isVoltaire(board))
                        .ifPresent(board -> locateRouter(board, kind, port)));
    }

    private void locateRouter(Node node, VoltaireSpine kind, Port spinePort) {
        put(
                node,
                kind,
                SlotType.ROUTER,
                kind.lineSlot(spinePort.number()),
                kind.routerChip(spinePort.number(), spinePort.node().guid().bits()));
    }

    private void put(Node node, VoltaireSpine kind, SlotType type, int slot, int chip) {
        if (slot > 0 && chip > 0) {
            slots.put(node, new ChassisSlot(kind.system, type, slot, chip));
        }
    }

    private void number(Node node) {
        ChassisSlot slot = slots.get(node);
        if (slot == null) {
            return;
        }
        for (Port port : node.ports()) {
            int outside = line(node)
                    .map(line -> line.externalPort(port.number(), slot.chip()))
                    .or(() -> spine(node)
                            .filter(spine -> spine.isExternal(port.number()))
                            .map(spine -> (port.number() - 19) / 3 + (slot.chip() == 1 ? 7 : 1)))
                    .orElse(0);
            if (outside != 0) {
                externalPorts.put(port, outside);
            }
        }
    }

    /** Returns all chassis, numbered from 1. */
    List<Chassis> group() {
        List<Chassis> all = new ArrayList<>();
        for (Node node : switches) {
            if (spine(node).isPresent() && slots.containsKey(node) && !placed.contains(node)) {
                ChassisDraft draft = new ChassisDraft(all.size() + 1);
                if (place(draft, node)) {
                    fill(draft);
                    all.add(draft.build(draft.guidOfSpines()));
                }
            }
        }
        return all;
    }

    /**
     * Extends a chassis over the backplane in both directions, because a router board may be connected to a spine that
     * only another line board leads to.
     */
    private void fill(ChassisDraft draft) {
        for (int pass = 0; pass < PASSES; pass++) {
            draft.spines()
                    .forEach(node -> opposite(node)
                            .map(Port::node)
                            .filter(far -> spine(far).isEmpty())
                            .forEach(far -> place(draft, far)));
            draft.lines().stream()
                    .filter(node -> line(node).isPresent())
                    .forEach(node -> opposite(node)
                            .map(Port::node)
                            .filter(far -> spine(far).isPresent())
                            .forEach(far -> place(draft, far)));
        }
    }

    private boolean place(ChassisDraft draft, Node node) {
        ChassisSlot slot = slots.get(node);
        if (slot == null || !isVoltaire(node) || placed.contains(node)) {
            return false;
        }
        int place = spine(node).map(spine -> spine.place(slot)).orElseGet(() -> VoltaireLine.place(line(node), slot));
        return draft.place(node, slot.type(), place) && placed.add(node);
    }

    private enum VoltaireLine {
        SLB24(12),
        SLB8(12),
        SLB2024(12),
        SLB4018(18);

        private static final int[] SLB24_OUTSIDE = {6, 5, 4, 18, 17, 16, 1, 2, 3, 13, 14, 15};

        private final int backplanePorts;

        VoltaireLine(int backplanePorts) {
            this.backplanePorts = backplanePorts;
        }

        static Optional<VoltaireLine> of(int device) {
            return Optional.ofNullable(
                    switch (device) {
                        case 0x5a09, 0x5a34, 0x5a42 -> SLB24;
                        case 0x5a0d -> SLB8;
                        case 0x5a38 -> SLB2024;
                        case 0x5a5b -> SLB4018;
                        default -> null;
                    });
        }

        boolean isExternal(int port) {
            return port > backplanePorts;
        }

        /** Returns the external port number, or 0 if there is none. */
        int externalPort(int port, int chip) {
            int outside = port - backplanePorts;
            if (outside < 1 || outside > backplanePorts || chip < 1 || chip > 2) {
                return 0;
            }
            return switch (this) {
                case SLB24 -> SLB24_OUTSIDE[outside - 1] + 6 * (chip - 1);
                // Three ports of a chip form one 12X port.
                case SLB8 -> new int[] {2, 6, 1, 5}[(outside - 1) / 3] + 2 * (chip - 1);
                case SLB2024 -> chip == 1 ? port : outside;
                case SLB4018 -> outside;
            };
        }

        /** Returns the index of a chip among all line chips of the chassis, from 1. */
        static int place(Optional<VoltaireLine> line, ChassisSlot slot) {
            return line.filter(SLB4018::equals).isPresent() ? slot.number() : 3 * (slot.number() - 1) + slot.chip();
        }
    }

    /** Voltaire spine boards and the wiring of their chassis. */
    private enum VoltaireSpine {
        SFB4("ISR9096", 6, 3, 1),
        SFB12("ISR9288", 2, 3, 3),
        SFB2012("ISR2012", 2, 3, 3),
        SFB2004("ISR2004", 6, 3, 1),
        SFB4700("ISR4700", 2, 2, 1),
        SFB4700X2("ISR4700", 1, 2, 2),
        SFB4200("ISR4200", 4, 4, 1);

        private static final int LAST_BACKPLANE_PORT = 18;

        final String system;
        private final int portsPerLineBoard;
        private final int linePortsPerSpineBoard;
        private final int chips;

        VoltaireSpine(String system, int portsPerLineBoard, int linePortsPerSpineBoard, int chips) {
            this.system = system;
            this.portsPerLineBoard = portsPerLineBoard;
            this.linePortsPerSpineBoard = linePortsPerSpineBoard;
            this.chips = chips;
        }

        static Optional<VoltaireSpine> of(int device) {
            return Optional.ofNullable(
                    switch (device) {
                        case 0x5a0b, 0x5a33 -> SFB4;
                        case 0x5a08, 0x5a32 -> SFB12;
                        case 0x5a37 -> SFB2012;
                        case 0x5a40 -> SFB2004;
                        case 0x5a5c -> SFB4700;
                        case 0x5a5d -> SFB4700X2;
                        case 0x5a60 -> SFB4200;
                        default -> null;
                    });
        }

        boolean isExternal(int port) {
            return this == SFB4700X2 && port > LAST_BACKPLANE_PORT;
        }

        /** Returns the slot of the line or router board that a port of the spine connects to, or 0. */
        int lineSlot(int port) {
            int ports = this == SFB4700 || this == SFB4200 ? 36 : this == SFB4700X2 ? LAST_BACKPLANE_PORT : 24;
            return port < 1 || port > ports ? 0 : (port - 1) / portsPerLineBoard + 1;
        }

        /** Returns the chip of the line board that a port of the spine connects to. */
        int lineChip(int port) {
            return switch (this) {
                case SFB4, SFB2004 -> (port - 1) / 3 % 2 + 1;
                case SFB12, SFB2012 -> (port - 1) % 2 + 1;
                case SFB4700, SFB4700X2, SFB4200 -> 1;
            };
        }

        /** Returns the module of the router board that a port of the spine with this GUID connects to, or 0. */
        int routerChip(int port, long guid) {
            return switch (this) {
                case SFB4, SFB2004 -> 3 - (port - 1) % 3;
                // The chips of such a board have consecutive GUIDs, and module 1 is connected to the last.
                case SFB12, SFB2012 ->
                    switch ((int) Long.remainderUnsigned(guid, 4)) {
                        case 3 -> 1;
                        case 1 -> 3;
                        default -> 2;
                    };
                case SFB4700, SFB4700X2, SFB4200 -> 0;
            };
        }

        /** Returns the slot of the spine that a port of a line board connects to, or 0. */
        int slot(int linePort) {
            if (this == SFB4200) {
                // Ports 5 and 6 are not used.
                return linePort >= 1 && linePort <= 4
                        ? 1
                        : linePort >= 7 && linePort <= 18 ? (linePort - 7) / 4 + 2 : 0;
            }
            int ports = this == SFB4700 || this == SFB4700X2 ? LAST_BACKPLANE_PORT : 12;
            return linePort < 1 || linePort > ports ? 0 : (linePort - 1) / linePortsPerSpineBoard + 1;
        }

        /** Returns the chip of the spine board that a port of a line board connects to. */
        int chip(int linePort) {
            return switch (this) {
                case SFB12, SFB2012 -> (linePort - 1) % 3 + 1;
                case SFB4700X2 -> 2 - (linePort - 1) % 2;
                case SFB4, SFB2004, SFB4700, SFB4200 -> 1;
            };
        }

        /** Returns the index of a chip among all spine chips of the chassis, from 1. */
        int place(ChassisSlot slot) {
            int chipsPerBoard = this == SFB4700 ? 2 : chips;
            return chipsPerBoard * (slot.number() - 1) + (chipsPerBoard == 1 ? 1 : slot.chip());
        }
    }
}
