package io.verbena.topology;

import io.verbena.iba.Guid;
import io.verbena.iba.LaneSpeed;
import io.verbena.iba.LinkWidth;
import io.verbena.iba.NodeType;
import io.verbena.iba.PortInfo;
import java.time.format.DateTimeFormatter;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Writes a topology byte by byte as C {@code ibnetdiscover} of rdma-core 44 does: switches first, then channel adapters,
 * then routers, each kind in the order of the model; ports without a link are left out.
 *
 * <p>What {@link TopologyReader} makes of it is the same topology, as far as the text carries it: it lacks ports without
 * a link, the virtual lanes where it is not the full form, and codes that are in no table.
 */
public final class TopologyWriter {
    // ctime: Sat Nov  1 02:01:54 2026
    private static final DateTimeFormatter CTIME =
            DateTimeFormatter.ofPattern("EEE MMM ppd HH:mm:ss yyyy", Locale.ROOT);

    private final boolean full;
    private final StringBuilder text = new StringBuilder();
    private final Map<String, TopologyNode> byId = new HashMap<>();

    private TopologyWriter(Topology topology, boolean full) {
        this.full = full;
        topology.nodes().forEach(node -> byId.put(node.id(), node));
    }

    /**
     * The text of a topology.
     *
     * @param full whether the codes of speed, width and virtual lanes stand behind each link, as with {@code -f}
     */
    public static String write(Topology topology, TopologyOrigin origin, boolean full) {
        TopologyWriter writer = new TopologyWriter(topology, full);
        writer.header(origin);
        for (NodeType type : List.of(NodeType.SWITCH, NodeType.CHANNEL_ADAPTER, NodeType.ROUTER)) {
            topology.nodes().stream().filter(node -> node.type() == type).forEach(writer::node);
        }
        return writer.text.toString();
    }

    private void header(TopologyOrigin origin) {
        text.append("#\n# Topology file: generated on ").append(CTIME.format(origin.generated()));
        text.append("\n#\n");
        origin.notes().forEach(note -> text.append("# ").append(note).append('\n'));
        text.append("# Initiated from node ").append(sixteen(origin.nodeGuid()));
        text.append(" port ").append(sixteen(origin.portGuid())).append('\n');
    }

    private void node(TopologyNode node) {
        text.append("\nvendid=0x").append(Integer.toHexString(node.vendorId()));
        text.append("\ndevid=0x").append(Integer.toHexString(node.deviceId()));
        if (!node.systemImageGuid().equals(Guid.ZERO)) {
            text.append("\nsysimgguid=0x").append(hex(node.systemImageGuid()));
        }
        switch (node.type()) {
            case SWITCH -> {
                text.append("\nswitchguid=0x").append(hex(node.nodeGuid()));
                text.append('(').append(hex(node.portZeroGuid())).append(")\nSwitch");
            }
            case ROUTER ->
                text.append("\nrtguid=0x").append(hex(node.nodeGuid())).append("\nRt");
            default -> text.append("\ncaguid=0x").append(hex(node.nodeGuid())).append("\nCa");
        }
        text.append('\t').append(node.numPorts()).append(" \"").append(node.id());
        text.append("\"\t\t# \"").append(description(node)).append('"');
        if (node.type() == NodeType.SWITCH) {
            text.append(node.enhancedPortZero() ? " enhanced" : " base").append(" port 0 lid ");
            text.append(node.portZeroLid()).append(" lmc ").append(node.portZeroLmc());
        }
        text.append('\n');
        node.ports().values().forEach(port -> port.peer().ifPresent(peer -> link(node, port, peer)));
    }

    private void link(TopologyNode node, TopologyPort port, TopologyPort.Peer peer) {
        TopologyNode other = byId.get(peer.nodeId());
        TopologyPort far = other == null ? null : other.ports().get(peer.port());
        if (other == null || far == null) {
            return; // not in a Topology, which checks it
        }
        boolean fromSwitch = node.type() == NodeType.SWITCH;
        boolean toSwitch = other.type() == NodeType.SWITCH;
        text.append('[').append(port.number()).append(']');
        if (!fromSwitch) {
            text.append('(').append(hex(port.guid())).append(") ");
        }
        text.append("\t\"")
                .append(other.id())
                .append("\"[")
                .append(far.number())
                .append(']');
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
            text.append(" w=")
                    .append(port.width() == LinkWidth.UNKNOWN ? 0 : port.width().code());
            text.append(" v=").append(Math.max(0, port.virtualLanes().code()));
        }
        text.append('\n');
    }

    // C prints the basic field alone, which is QDR for all that is faster.
    private static int basicSpeed(LaneSpeed speed) {
        PortInfo codes = new PortInfo();
        speed.activate(codes);
        return codes.linkSpeedActiveBits();
    }

    // A line break in a description would end the line; C shows it as a blank too.
    private static String description(TopologyNode node) {
        return node.description().replaceAll("[\\p{Cntrl}\u0085\u2028\u2029]", " ");
    }

    private static String hex(Guid guid) {
        return Long.toHexString(guid.bits());
    }

    private static String sixteen(Guid guid) {
        return guid.toHex().substring(2);
    }
}
