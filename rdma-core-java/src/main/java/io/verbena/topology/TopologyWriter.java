package io.verbena.topology;

import io.verbena.iba.Guid;
import io.verbena.iba.NodeType;
import io.verbena.topology.Topology.TopologyNode;
import io.verbena.topology.TopologyText.TopologyGrouping;
import java.time.LocalDateTime;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Writes a topology exactly like C {@code ibnetdiscover} of rdma-core 44: switches, channel adapters, then routers,
 * each in the order of the model, without unconnected ports. A topology with a grouping begins with its chassis, as
 * with {@code -g}.
 *
 * <p>{@link TopologyReader} restores the topology except for information that the text lacks: unconnected ports,
 * virtual lanes unless in the full form, and unknown codes.
 */
public final class TopologyWriter {
    private final StringBuilder text = new StringBuilder();
    private final Topology topology;
    private final TopologyText lines;

    private TopologyWriter(Topology topology, TopologyText lines) {
        this.topology = topology;
        this.lines = lines;
    }

    /** Returns a time in the format of ctime: {@code Sat Nov  1 02:01:54 2026}. */
    private static String ctime(LocalDateTime time) {
        // A formatter takes longer to prepare than the rest of the text takes to write.
        String month = abbreviated(time.getDayOfWeek()) + " " + abbreviated(time.getMonth());
        String day = (time.getDayOfMonth() < 10 ? "  " : " ") + time.getDayOfMonth();
        String clock =
                twoDigits(time.getHour()) + ":" + twoDigits(time.getMinute()) + ":" + twoDigits(time.getSecond());
        return month + day + " " + clock + " " + time.getYear();
    }

    private static String abbreviated(Enum<?> value) {
        return value.name().charAt(0) + value.name().substring(1, 3).toLowerCase(Locale.ROOT);
    }

    private static String twoDigits(int number) {
        return (number < 10 ? "0" : "") + number;
    }

    /**
     * Returns the text of a topology.
     *
     * @param full whether each link is followed by the codes of speed, width and virtual lanes, as with {@code -f}
     */
    public static String write(Topology topology, TopologyOrigin origin, boolean full) {
        TopologyWriter writer = new TopologyWriter(topology, new TopologyText(topology, full));
        writer.header(origin);
        writer.nodes(node -> true);
        return writer.text.toString();
    }

    /**
     * Returns the text of a topology by chassis, followed by the nodes outside any chassis.
     *
     * @param full whether each link is followed by the codes of speed, width and virtual lanes, as with {@code -f}
     */
    public static String write(Topology topology, TopologyGrouping grouping, TopologyOrigin origin, boolean full) {
        TopologyWriter writer = new TopologyWriter(topology, new TopologyText(topology, full, grouping));
        writer.header(origin);
        Set<String> grouped = new HashSet<>();
        for (TopologyGrouping.Group group : grouping.groups()) {
            writer.group(group);
            group.nodes().forEach(grouped::add);
        }
        writer.text.append("\nNon-Chassis Nodes\n");
        writer.nodes(node -> !grouped.contains(node.id()));
        return writer.text.toString();
    }

    private void header(TopologyOrigin origin) {
        text.append("#\n# Topology file: generated on ").append(ctime(origin.generated()));
        text.append("\n#\n");
        origin.notes().forEach(note -> text.append("# ").append(note).append('\n'));
        text.append("# Initiated from node ").append(sixteen(origin.nodeGuid()));
        text.append(" port ").append(sixteen(origin.portGuid())).append('\n');
    }

    private void group(TopologyGrouping.Group group) {
        text.append("\nChassis ").append(group.number()).append(" (guid 0x");
        text.append(Long.toHexString(group.guid().bits())).append(")\n");
        if (XsigoGuids.isXsigo(group.guid())) {
            group.nodes()
                    .flatMap(id -> lines.node(id).stream())
                    .filter(node -> XsigoGuids.isServer(node.nodeGuid()))
                    .forEach(node -> text.append("Hostname: " + TopologyText.description(node) + "\n"));
        }
        part("Spine Nodes", group.spines(), node -> true);
        part("Line Nodes", group.lines(), node -> true);
        part("Chassis Switches", group.others(), node -> node.type() == NodeType.SWITCH);
        part("Chassis CAs", group.others(), node -> node.type() != NodeType.SWITCH);
    }

    private void part(String title, List<String> ids, Predicate<TopologyNode> filter) {
        text.append("\n# ").append(title);
        ids.stream().flatMap(id -> lines.node(id).stream()).filter(filter).forEach(this::node);
    }

    private void nodes(Predicate<TopologyNode> filter) {
        for (NodeType type : List.of(NodeType.SWITCH, NodeType.CHANNEL_ADAPTER, NodeType.ROUTER)) {
            topology.nodes().stream()
                    .filter(node -> node.type() == type)
                    .filter(filter)
                    .forEach(this::node);
        }
    }

    private void node(TopologyNode node) {
        lines.appendAttributes(text, node, "");
        lines.append(text, node, "");
        node.ports().values().forEach(port -> lines.append(text, node, port, ""));
    }

    private static String sixteen(Guid guid) {
        return guid.toHex().substring(2);
    }

    /**
     * Time and origin of a discovery.
     *
     * @param generated local time, in seconds
     * @param nodeGuid node from which the discovery started
     * @param portGuid port from which the discovery started
     * @param notes further lines of the header
     */
    public record TopologyOrigin(LocalDateTime generated, Guid nodeGuid, Guid portGuid, List<String> notes) {
        /** Copies the notes. */
        public TopologyOrigin {
            notes = List.copyOf(notes);
        }

        /** Creates an origin without notes. */
        public TopologyOrigin(LocalDateTime generated, Guid nodeGuid, Guid portGuid) {
            this(generated, nodeGuid, portGuid, List.of());
        }
    }
}
