package io.verbena.topology;

import io.verbena.error.PrintableText;
import io.verbena.iba.Guid;
import io.verbena.iba.LaneSpeed;
import io.verbena.iba.NodeType;
import io.verbena.iba.PortInfo;
import io.verbena.topology.Topology.TopologyNode;
import io.verbena.topology.Topology.TopologyPort;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Formats lines of a topology exactly like C {@code ibnetdiscover} of rdma-core 44; {@link TopologyWriter} writes a
 * complete one. Each method returns lines including their line breaks.
 */
public final class TopologyText {
    private final boolean full;
    private final boolean grouped;
    private final TopologyGrouping grouping;
    private final Map<String, TopologyNode> byId = new HashMap<>();
    private final Map<String, TopologyGrouping.Group> groups = new HashMap<>();
    private final Map<TopologyGrouping.Group, String> servers = new HashMap<>();

    /**
     * Creates the lines of a topology.
     *
     * @param full whether each link is followed by the codes of speed, width and virtual lanes
     */
    public TopologyText(Topology topology, boolean full) {
        this(topology, full, false, new TopologyGrouping(List.of(), Map.of(), Map.of()));
    }

    TopologyText(Topology topology, boolean full, TopologyGrouping grouping) {
        this(topology, full, true, grouping);
    }

    private TopologyText(Topology topology, boolean full, boolean grouped, TopologyGrouping grouping) {
        this.full = full;
        this.grouped = grouped;
        this.grouping = grouping;
        topology.nodes().forEach(node -> byId.put(node.id(), node));
        for (TopologyGrouping.Group group : grouping.groups()) {
            group.nodes().forEach(id -> groups.put(id, group));
            if (XsigoGuids.isXsigo(group.guid())) {
                group.nodes()
                        .flatMap(id -> Optional.ofNullable(byId.get(id)).stream())
                        .filter(node -> XsigoGuids.isServer(node.nodeGuid()))
                        .forEach(node -> servers.put(group, description(node)));
            }
        }
    }

    Optional<TopologyNode> node(String id) {
        return Optional.ofNullable(byId.get(id));
    }

    /** Returns the lines in front of a node: vendor, device and GUIDs. */
    public String attributes(TopologyNode node, String prefix) {
        StringBuilder text = new StringBuilder();
        appendAttributes(text, node, prefix);
        return text.toString();
    }

    void appendAttributes(StringBuilder text, TopologyNode node, String prefix) {
        text.append('\n').append(prefix).append("vendid=0x").append(Integer.toHexString(node.vendorId()));
        text.append('\n').append(prefix).append("devid=0x").append(Integer.toHexString(node.deviceId()));
        text.append('\n');
        boolean system = !node.systemImageGuid().equals(Guid.ZERO);
        if (system) {
            text.append(prefix).append("sysimgguid=0x").append(hex(node.systemImageGuid()));
        }
        TopologyGrouping.Group group = groups.get(node.id());
        if (group != null) {
            text.append(chassis(node, group));
        }
        text.append(system || group != null ? "\n" : "").append(prefix);
        switch (node.type()) {
            case SWITCH -> {
                text.append("switchguid=0x").append(hex(node.nodeGuid()));
                text.append('(').append(hex(node.portZeroGuid())).append(')');
                if (grouped) {
                    text.append("\t# ").append(grouping.places().getOrDefault(node.id(), ""));
                }
            }
            case ROUTER -> text.append("rtguid=0x").append(hex(node.nodeGuid()));
            default -> text.append("caguid=0x").append(hex(node.nodeGuid()));
        }
        text.append('\n');
    }

    private String chassis(TopologyNode node, TopologyGrouping.Group group) {
        String server = servers.get(group);
        String text = "\t\t# Chassis " + group.number() + (server == null ? "" : " (" + server + ")");
        Optional<TopologyPort.Peer> slot =
                XsigoGuids.isCard(node.nodeGuid()) ? node.port(1).flatMap(TopologyPort::peer) : Optional.empty();
        return text + slot.map(peer -> " slot " + peer.port()).orElse("");
    }

    /** Returns the line of a node. */
    public String node(TopologyNode node, String prefix) {
        StringBuilder text = new StringBuilder();
        append(text, node, prefix);
        return text.toString();
    }

    void append(StringBuilder text, TopologyNode node, String prefix) {
        text.append(prefix)
                .append(
                        switch (node.type()) {
                            case SWITCH -> "Switch";
                            case ROUTER -> "Rt";
                            default -> "Ca";
                        });
        text.append('\t').append(node.numPorts()).append(" \"").append(node.id());
        text.append("\"\t\t# \"").append(description(node)).append('"');
        if (node.type() == NodeType.SWITCH) {
            text.append(node.enhancedPortZero() ? " enhanced" : " base").append(" port 0 lid ");
            text.append(node.portZeroLid()).append(" lmc ").append(node.portZeroLmc());
        } else if (grouped && XsigoGuids.isServer(node.nodeGuid())) {
            text.append(" (scp)");
        }
        text.append('\n');
    }

    /** Returns the line of a port; empty for a port without a link. */
    public String port(TopologyNode node, TopologyPort port, String prefix) {
        StringBuilder text = new StringBuilder();
        append(text, node, port, prefix);
        return text.toString();
    }

    /** Appends the line of a port with a link. */
    void append(StringBuilder text, TopologyNode node, TopologyPort port, String prefix) {
        if (port.peer().isEmpty()) {
            return;
        }
        TopologyPort.Peer peer = port.peer().get();
        TopologyNode other = byId.get(peer.nodeId());
        TopologyPort far = other == null ? null : other.ports().get(peer.port());
        if (other != null && far != null) {
            text.append(prefix);
            link(text, node, port, other, far);
        }
    }

    private void link(StringBuilder text, TopologyNode node, TopologyPort port, TopologyNode other, TopologyPort far) {
        boolean fromSwitch = node.type() == NodeType.SWITCH;
        boolean toSwitch = other.type() == NodeType.SWITCH;
        text.append('[').append(port.number()).append(']');
        if (fromSwitch) {
            text.append(external(node, port));
        } else {
            text.append('(').append(hex(port.guid())).append(") ");
        }
        text.append("\t\"")
                .append(other.id())
                .append("\"[")
                .append(far.number())
                .append(']');
        text.append(external(other, far));
        if (!toSwitch) {
            text.append(fromSwitch ? "(" : " (").append(hex(far.guid())).append(") ");
        }
        text.append("\t\t# ");
        if (!fromSwitch) {
            text.append("lid ")
                    .append(port.lid())
                    .append(" lmc ")
                    .append(port.lmc())
                    .append(' ');
        }
        text.append('"').append(description(other)).append("\" lid ");
        text.append(toSwitch ? other.portZeroLid() : far.lid()).append(' ');
        text.append(LinkNames.of(port.width())).append(LinkNames.of(port.speed()));
        if (full) {
            text.append(" s=").append(basicSpeed(port.speed()));
            text.append(" w=").append(Math.max(0, port.width().code()));
            text.append(" v=").append(Math.max(0, port.virtualLanes().code()));
        }
        if (fromSwitch && XsigoGuids.isCard(far.guid())) {
            text.append(" slot ").append(port.number());
        } else if (fromSwitch && XsigoGuids.isServer(far.guid())) {
            text.append(" (scp)");
        }
        text.append('\n');
    }

    private String external(TopologyNode node, TopologyPort port) {
        if (grouping.externalPorts().isEmpty()) {
            return "";
        }
        Integer number = grouping.externalPorts().get(new TopologyPort.Peer(node.id(), port.number()));
        return number == null ? "" : "[ext " + number + "]";
    }

    // C prints only the basic field, which is QDR for all faster speeds.
    private static int basicSpeed(LaneSpeed speed) {
        PortInfo codes = new PortInfo();
        speed.activate(codes);
        return codes.linkSpeedActiveBits();
    }

    // A line break in a description would end the line; C prints a blank as well.
    static String description(TopologyNode node) {
        return PrintableText.of(node.description(), ' ');
    }

    private static String hex(Guid guid) {
        return Long.toHexString(guid.bits());
    }

    /**
     * Chassis of a topology. Nodes are identified by their IDs.
     *
     * @param groups the chassis, by number
     * @param places locations of nodes in their chassis, {@code ISR9288 Spine 1 Chip 2}
     * @param externalPorts port numbers on the enclosure of the chassis
     */
    public record TopologyGrouping(
            List<Group> groups, Map<String, String> places, Map<TopologyPort.Peer, Integer> externalPorts) {
        /**
         * A chassis.
         *
         * @param number number of the chassis, from 1
         * @param guid GUID that its nodes share
         * @param spines spine boards
         * @param lines line boards, which have external ports
         * @param others nodes with an unknown location
         */
        public record Group(int number, Guid guid, List<String> spines, List<String> lines, List<String> others) {
            /** Copies the lists. */
            public Group {
                spines = List.copyOf(spines);
                lines = List.copyOf(lines);
                others = List.copyOf(others);
            }

            Stream<String> nodes() {
                return Stream.of(spines, lines, others).flatMap(List::stream);
            }
        }

        /** Copies lists and maps. */
        public TopologyGrouping {
            groups = List.copyOf(groups);
            places = Map.copyOf(places);
            externalPorts = Map.copyOf(externalPorts);
        }
    }
}
