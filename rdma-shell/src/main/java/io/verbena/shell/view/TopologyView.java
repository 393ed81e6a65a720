package io.verbena.shell.view;

import io.verbena.iba.NodeType;
import io.verbena.subnet.Node;
import io.verbena.subnet.NodeNameMap;
import io.verbena.subnet.Port;
import io.verbena.subnet.Subnet;
import io.verbena.subnet.SubnetTopology;
import io.verbena.subnet.chassis.ChassisGrouping;
import io.verbena.subnet.chassis.ChassisTopology;
import io.verbena.topology.LinkNames;
import io.verbena.topology.Topology;
import io.verbena.topology.Topology.TopologyNode;
import io.verbena.topology.TopologyText;
import io.verbena.topology.TopologyText.TopologyGrouping;
import io.verbena.topology.TopologyWriter;
import io.verbena.topology.TopologyWriter.TopologyOrigin;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TimeZone;

/** Renders subnets, nodes and ports in the formats of ibnetdiscover. */
public final class TopologyView {
    private static final int MILLIS_PER_SECOND = 1000;
    private static final String NO_PEER = " ".repeat(36);

    private TopologyView() {}

    /** Returns the whole text, with numeric speeds and widths if {@code full}, and the notes in its head. */
    public static List<String> of(Subnet subnet, NodeNameMap names, boolean full, List<String> notes) {
        return whole(TopologyWriter.write(SubnetTopology.of(subnet, names), origin(subnet, notes), full));
    }

    /** Returns the whole text grouped by chassis. */
    public static List<String> grouped(Subnet subnet, NodeNameMap names, boolean full, List<String> notes) {
        TopologyGrouping chassis = ChassisTopology.of(subnet, ChassisGrouping.of(subnet));
        return whole(TopologyWriter.write(SubnetTopology.of(subnet, names), chassis, origin(subnet, notes), full));
    }

    /** Returns a text as one item without its last line break, because the text of a large subnet has a million lines. */
    private static List<String> whole(String text) {
        return List.of(text.substring(0, text.length() - 1));
    }

    private static TopologyOrigin origin(Subnet subnet, List<String> notes) {
        // Not by ZoneId, which searches all JARs of the class path for rules of time zones.
        Instant now = Instant.now();
        int offset = TimeZone.getDefault().getOffset(now.toEpochMilli());
        return new TopologyOrigin(
                LocalDateTime.ofEpochSecond(
                        now.getEpochSecond(), now.getNano(), ZoneOffset.ofTotalSeconds(offset / MILLIS_PER_SECOND)),
                subnet.origin().node().guid(),
                subnet.origin().guid(),
                notes);
    }

    /** Returns a line for each node of these types, type by type, in the layout of {@code ibnetdiscover -l}. */
    public static List<String> list(Subnet subnet, NodeNameMap names, List<NodeType> types) {
        return list(types.stream().flatMap(type -> subnet.nodes(type).stream()).toList(), names);
    }

    /** Returns a line for each node in the layout of {@code ibnetdiscover -l}. */
    public static List<String> list(List<Node> nodes, NodeNameMap names) {
        return nodes.stream().map(node -> line(node, names)).toList();
    }

    private static String line(Node node, NodeNameMap names) {
        String kind = switch (node.type()) {
            case SWITCH -> "Switch";
            case ROUTER -> "Router";
            default -> "Ca";
        };
        return String.format(
                "%s\t : %s ports %d devid 0x%x vendid 0x%x \"%s\"",
                kind,
                node.guid().toHex(),
                node.info().numPorts(),
                node.info().deviceId(),
                node.info().vendorId(),
                Names.printable(names.nameOf(node)));
    }

    /** Returns a paragraph for each node and its links. */
    public static List<String> stanzas(Subnet subnet, List<Node> nodes, NodeNameMap names) {
        Topology topology = SubnetTopology.of(subnet, names);
        TopologyText text = new TopologyText(topology, false);
        return nodes.stream()
                .flatMap(node -> topology.node(SubnetTopology.id(node)).stream())
                .flatMap(node -> stanza(text, node).lines())
                .toList();
    }

    private static String stanza(TopologyText text, TopologyNode node) {
        StringBuilder stanza = new StringBuilder(text.attributes(node, ""));
        stanza.append(text.node(node, ""));
        node.ports().values().forEach(port -> stanza.append(text.port(node, port, "")));
        return stanza.append('\n').toString();
    }

    /**
     * Returns a line with its peer for each port in the layout of {@code ibnetdiscover -p}. Port 0 of a switch has no
     * link, and ports that did not respond have no state; both are omitted.
     */
    public static List<String> ports(Subnet subnet, NodeNameMap names) {
        List<String> lines = new ArrayList<>();
        for (Node node : subnet.nodes()) {
            node.ports().stream()
                    .filter(port -> port.number() != 0 && port.info().isPresent())
                    .sorted(Comparator.comparingInt(Port::number).reversed())
                    .forEach(port -> lines.add(line(port, names)));
        }
        return lines;
    }

    private static String line(Port port, NodeNameMap names) {
        String name = "'" + Names.printable(names.nameOf(port.node())) + "'";
        String near = end(port) + " " + LinkNames.of(port.width()) + " " + LinkNames.of(port.speed());
        return port.peer()
                .map(peer -> near + " - " + end(peer) + " ( " + name + " - '"
                        + Names.printable(names.nameOf(peer.node())) + "' )")
                .orElse(near + NO_PEER + name);
    }

    private static String end(Port port) {
        String kind = switch (port.node().type()) {
            case CHANNEL_ADAPTER -> "CA";
            case SWITCH -> "SW";
            case ROUTER -> "RT";
            case UNKNOWN -> "??";
        };
        return String.format(
                "%2s %5d %2d %s",
                kind, port.lid().bits(), port.number(), port.guid().toHex());
    }
}
