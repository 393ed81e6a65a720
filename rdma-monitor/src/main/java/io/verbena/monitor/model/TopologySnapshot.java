package io.verbena.monitor.model;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import io.verbena.iba.Guid;
import io.verbena.iba.LaneSpeed;
import io.verbena.iba.LinkWidth;
import io.verbena.iba.NodeType;
import io.verbena.iba.PortInfo;
import io.verbena.iba.PortPhysicalState;
import io.verbena.subnet.Node;
import io.verbena.subnet.Port;
import io.verbena.subnet.Subnet;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The nodes, ports and links of a subnet at one time. Two snapshots of an unchanged subnet are equal. Immutable.
 *
 * @param nodes the nodes in the order of their GUIDs
 */
public record TopologySnapshot(List<NodeEntry> nodes) {
    /** Copies the list. */
    public TopologySnapshot {
        nodes = List.copyOf(nodes);
    }

    /**
     * A node.
     *
     * @param guid the GUID of the node
     * @param type {@code switch}, {@code host} or {@code router}
     * @param name the description, or the GUID if there is none
     * @param system the GUID of the system that the node is part of
     * @param ports the ports in the order of their numbers; of a port that is down, only the number and the state
     */
    public record NodeEntry(String guid, String type, String name, String system, List<PortEntry> ports) {
        /** Copies the list. */
        public NodeEntry {
            ports = List.copyOf(ports);
        }

        /** Returns whether the node is a switch. */
        @JsonIgnore
        public boolean isSwitch() {
            return type.equals("switch");
        }
    }

    /**
     * A port.
     *
     * @param number the number of the port
     * @param guid the GUID of the port; null if the port has that of its node, as at a switch
     * @param lid the LID of the port, or of the switch that the port belongs to; 0 if there is none
     * @param state the logical state, such as {@code Active}
     * @param lanes the number of active lanes
     * @param speed the active speed of a lane, such as {@code HDR}
     * @param maxLanes the maximum number of lanes that the port supports
     * @param maxSpeed the highest speed that the port supports
     * @param peer the other end of the link; null if there is none
     */
    public record PortEntry(
            int number,

            @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String guid,

            int lid,
            String state,
            int lanes,
            String speed,
            int maxLanes,
            String maxSpeed,
            @Nullable PortPlace peer) {
        /** Returns the signaling rate of the link in bits per second; 0 if the port is down. */
        public double bitsPerSecond() {
            return lanes * LaneSpeed.valueOf(speed).gigabits() * 1e9;
        }
    }

    /** Describes a subnet that was read. */
    public static TopologySnapshot of(Subnet subnet) {
        return new TopologySnapshot(subnet.nodes().stream()
                .map(TopologySnapshot::entry)
                .sorted(Comparator.comparing(NodeEntry::guid))
                .toList());
    }

    private static NodeEntry entry(Node node) {
        String guid = node.guid().toHex();
        String type = switch (node.type()) {
            case SWITCH -> "switch";
            case ROUTER -> "router";
            default -> "host";
        };
        String name = node.description().isEmpty() ? guid : node.description();
        List<PortEntry> ports = node.ports().stream()
                .filter(port -> port.number() != 0)
                .sorted(Comparator.comparingInt(Port::number))
                .map(port -> entry(port, lid(node, port)))
                .toList();
        return new NodeEntry(guid, type, name, node.info().systemImageGuid().toHex(), ports);
    }

    private static int lid(Node node, Port port) {
        return (node.type() == NodeType.SWITCH ? node.port(0).orElse(port) : port)
                .lid()
                .bits();
    }

    private static PortEntry entry(Port port, int lid) {
        boolean up = port.info()
                .map(PortInfo::portPhysicalState)
                .filter(PortPhysicalState.LINK_UP::equals)
                .isPresent();
        PortPlace peer = port.peer()
                .map(other -> new PortPlace(other.node().guid().toHex(), other.number()))
                .orElse(null);
        Guid guid = port.guid();
        return new PortEntry(
                port.number(),
                guid.equals(Guid.ZERO) || guid.equals(port.node().guid()) ? null : guid.toHex(),
                lid,
                port.state().text(),
                up ? lanes(port.width()) : 0,
                (up ? port.speed() : LaneSpeed.UNKNOWN).name(),
                port.info().map(info -> maxLanes(info.linkWidthSupported())).orElse(0),
                port.info()
                        .flatMap(info ->
                                LaneSpeed.supported(info).stream().max(Comparator.comparingDouble(LaneSpeed::gigabits)))
                        .orElse(LaneSpeed.UNKNOWN)
                        .name(),
                peer);
    }

    private static int maxLanes(Collection<LinkWidth> widths) {
        return widths.stream().mapToInt(TopologySnapshot::lanes).max().orElse(0);
    }

    private static int lanes(LinkWidth width) {
        return switch (width) {
            case ONE -> 1;
            case TWO -> 2;
            case FOUR -> 4;
            case EIGHT -> 8;
            case TWELVE -> 12;
            default -> 0;
        };
    }

    /** Returns all ports by their place. */
    public Map<PortPlace, PortEntry> ports() {
        return nodes.stream()
                .flatMap(node ->
                        node.ports().stream().map(port -> Map.entry(new PortPlace(node.guid(), port.number()), port)))
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
    }

    /** Returns the nodes by their GUID. */
    public Map<String, NodeEntry> byGuid() {
        return nodes.stream().collect(Collectors.toMap(NodeEntry::guid, Function.identity()));
    }

    /** Returns a node. */
    public Optional<NodeEntry> node(String guid) {
        return nodes.stream().filter(node -> node.guid().equals(guid)).findFirst();
    }

    /** Returns the number of links. */
    public long links() {
        return nodes.stream()
                        .flatMap(node -> node.ports().stream())
                        .filter(port -> port.peer() != null)
                        .count()
                / 2;
    }
}
