package io.verbena.samples.fabricmonitor.topology;

import io.verbena.iba.PortState;
import io.verbena.samples.fabricmonitor.layout.Graph;
import io.verbena.samples.fabricmonitor.layout.GraphLayout;
import io.verbena.samples.fabricmonitor.layout.GraphLayout.Position;
import io.verbena.samples.fabricmonitor.topology.FabricTopology.LinkView;
import io.verbena.samples.fabricmonitor.topology.FabricTopology.LinkView.EndView;
import io.verbena.samples.fabricmonitor.topology.FabricTopology.LinkView.LinkState;
import io.verbena.samples.fabricmonitor.topology.FabricTopology.NodeView;
import io.verbena.samples.fabricmonitor.topology.FabricTopology.NodeView.NodeState;
import io.verbena.spring.boot.subnet.SubnetSnapshot;
import io.verbena.subnet.Node;
import io.verbena.subnet.Port;
import java.time.Duration;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** Combines a reading with the previous state. */
final class TopologyBuilder {
    private static final Duration FADING = Duration.ofMinutes(1);
    private static final double MIN_RATE = 0.5;

    private final FabricTopology before;
    private final SubnetSnapshot reading;
    private final Map<String, NodeView> nodes = new LinkedHashMap<>();
    private final Map<String, LinkView> links = new LinkedHashMap<>();
    private final Map<String, LinkView> known = new LinkedHashMap<>();
    private final Map<String, Port> ports = new LinkedHashMap<>();

    private TopologyBuilder(FabricTopology before, SubnetSnapshot reading) {
        this.before = before;
        this.reading = reading;
    }

    static FabricTopology of(FabricTopology before, SubnetSnapshot reading) {
        TopologyBuilder builder = new TopologyBuilder(before, reading);
        builder.addWhatIsThere();
        builder.keepWhatIsGone();
        return new FabricTopology(
                reading.taken(), builder.placed(), List.copyOf(builder.links.values()), failures(reading));
    }

    private static List<String> failures(SubnetSnapshot reading) {
        return reading.failures().stream()
                .map(failure -> String.valueOf(failure.getMessage()))
                .toList();
    }

    private void addWhatIsThere() {
        before.links().forEach(link -> known.put(link.id(), link));
        for (Node node : reading.subnet().nodes()) {
            nodes.put(node.guid().toHex(), view(node));
            node.ports().forEach(port -> ports.put(end(port).id(), port));
        }
        Set<String> seen = new HashSet<>();
        for (Port port : ports.values()) {
            port.peer().ifPresent(peer -> {
                if (!seen.contains(end(peer).id())) {
                    seen.add(end(port).id());
                    LinkView link = link(port, peer);
                    links.put(link.id(), link);
                }
            });
        }
    }

    private static NodeView view(Node node) {
        String guid = node.guid().toHex();
        return new NodeView(
                guid,
                node.description().isEmpty() ? guid : node.description(),
                FabricTopology.type(node.type()),
                NodeState.PRESENT,
                node.findPath().map(Object::toString).orElse(""),
                node.info().numPorts(),
                0,
                0);
    }

    private LinkView link(Port port, Port peer) {
        EndView one = end(port);
        EndView other = end(peer);
        // The identifier must not depend on which end is nearer, because that may change.
        boolean first = one.id().compareTo(other.id()) < 0;
        String id = first ? one.id() + "_" + other.id() : other.id() + "_" + one.id();
        boolean active = port.state() == PortState.ACTIVE && peer.state() == PortState.ACTIVE;
        long errors = Errors.sum(reading, port) + Errors.sum(reading, peer);
        return new LinkView(
                id,
                one,
                other,
                active ? LinkState.ACTIVE : LinkState.INACTIVE,
                port.width().text(),
                port.speed().name(),
                errors,
                rate(id, errors));
    }

    private static EndView end(Port port) {
        String guid = port.node().guid().toHex();
        String name = port.node().description();
        return new EndView(guid, name.isEmpty() ? guid : name, port.number());
    }

    /** Computes the rate of new errors, in which older errors decay. */
    private double rate(String id, long errors) {
        LinkView old = known.get(id);
        if (old == null) {
            return 0;
        }
        double minutes = Duration.between(before.at(), reading.taken()).toMillis() / (double) FADING.toMillis();
        double rate = old.errorsPerMinute() * Math.exp(-minutes) + Math.max(0, errors - old.errors());
        return rate < MIN_RATE ? 0 : Math.rint(rate * 10) / 10;
    }

    private void keepWhatIsGone() {
        for (NodeView node : before.nodes()) {
            nodes.putIfAbsent(node.guid(), node.lost());
        }
        for (LinkView link : before.links()) {
            if (!links.containsKey(link.id()) && !isPluggedElsewhere(link)) {
                links.put(link.id(), link.in(isDown(link) ? LinkState.DOWN : LinkState.SILENT));
            }
        }
    }

    private Stream<Port> ends(LinkView link) {
        return Stream.of(link.from(), link.to()).flatMap(end -> Stream.ofNullable(ports.get(end.id())));
    }

    private boolean isPluggedElsewhere(LinkView link) {
        return ends(link).anyMatch(end -> end.peer().isPresent());
    }

    private boolean isDown(LinkView link) {
        return ends(link).anyMatch(end -> end.state() == PortState.DOWN);
    }

    private List<NodeView> placed() {
        Graph graph = new Graph();
        nodes.values()
                .forEach(node ->
                        graph.vertex(node.guid(), node.name(), node.type().equals("host")));
        links.values()
                .forEach(link -> graph.edge(
                        link.from().guid(),
                        link.from().port(),
                        link.to().guid(),
                        link.to().port()));
        Map<String, Position> positions = GraphLayout.of(graph);
        return nodes.values().stream()
                .map(node -> {
                    Position position = positions.getOrDefault(node.guid(), new Position(0, 0));
                    return node.at(position.x(), position.y());
                })
                .toList();
    }
}
