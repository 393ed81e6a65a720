package io.verbena.spring.boot.actuate;

import io.verbena.diag.counters.ErrorCounter;
import io.verbena.diag.counters.PortCounts;
import io.verbena.diag.counters.TrafficCounter;
import io.verbena.error.RdmaException;
import io.verbena.iba.PortInfo;
import io.verbena.spring.boot.subnet.SubnetSnapshot;
import io.verbena.subnet.Node;
import io.verbena.subnet.Port;
import io.verbena.subnet.Subnet;
import io.verbena.subnet.cache.SavedSubnet;
import io.verbena.subnet.diff.SubnetDiff;
import io.verbena.subnet.diff.SubnetDiff.DiffCheck;
import io.verbena.subnet.diff.SubnetDiff.NodeDifference;
import io.verbena.subnet.diff.SubnetDiff.PortDifference;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The nodes and links of a reading, for JSON.
 *
 * @param taken the time when the reading ended
 * @param nodes the nodes, the nearest first
 * @param links the links, each from its nearer end
 * @param failures the messages of requests that failed
 */
record TopologyDescription(Instant taken, List<NodeView> nodes, List<LinkView> links, List<String> failures) {

    /** A node. Its LID is 0 if it has none or if each port has its own. */
    record NodeView(String guid, String name, String type, int lid, int ports) {
        static NodeView of(Node node) {
            int lid = node.port(0).map(port -> port.lid().bits()).orElse(0);
            return new NodeView(
                    node.guid().toHex(),
                    node.description(),
                    node.type().text(),
                    lid,
                    node.info().numPorts());
        }
    }

    record LinkView(EndView from, EndView to, String state, String width, String speed) {
        static LinkView of(Port port, Port peer) {
            return new LinkView(
                    EndView.of(port),
                    EndView.of(peer),
                    port.state().text(),
                    port.width().text(),
                    port.speed().name());
        }
    }

    record EndView(String guid, String name, int port) {
        static EndView of(Port port) {
            return new EndView(port.node().guid().toHex(), port.node().description(), port.number());
        }
    }

    static TopologyDescription of(SubnetSnapshot snapshot) {
        return new TopologyDescription(
                snapshot.taken(),
                snapshot.subnet().nodes().stream().map(NodeView::of).toList(),
                links(snapshot)
                        .map(port -> LinkView.of(port, port.peer().orElseThrow()))
                        .toList(),
                snapshot.failures().stream()
                        .map(RdmaException::getMessage)
                        .filter(Objects::nonNull)
                        .toList());
    }

    static Stream<Port> links(SubnetSnapshot snapshot) {
        Set<Port> other = new HashSet<>();
        return snapshot.subnet().nodes().stream()
                .flatMap(node -> node.ports().stream())
                .filter(port -> {
                    port.peer().ifPresent(other::add);
                    return port.peer().isPresent() && !other.contains(port);
                });
    }

    record NodeDetail(NodeView node, List<PortDetail> ports) {

        /** A port. Its counters are empty if the node does not report them, and its key is null unless keys are shown. */
        record PortDetail(
                int number,
                String guid,
                int lid,
                String state,
                String width,
                String speed,
                @Nullable EndView peer,
                Map<String, String> counters,
                @Nullable String mKey) {
            static PortDetail of(Port port, SubnetSnapshot snapshot, boolean showKeys) {
                return new PortDetail(
                        port.number(),
                        port.guid().toHex(),
                        port.lid().bits(),
                        port.state().text(),
                        port.width().text(),
                        port.speed().name(),
                        port.peer().map(EndView::of).orElse(null),
                        snapshot.counts(port.node().guid(), port.number())
                                .map(PortDetail::counters)
                                .orElse(Map.of()),
                        showKeys
                                ? port.info()
                                        .map(PortInfo::mKey)
                                        .map("0x%016x"::formatted)
                                        .orElse(null)
                                : null);
            }

            private static Map<String, String> counters(PortCounts counts) {
                Map<String, String> named = new LinkedHashMap<>();
                for (ErrorCounter counter : ErrorCounter.values()) {
                    counts.of(counter).ifPresent(value -> named.put(counter.label(), Long.toUnsignedString(value)));
                }
                for (TrafficCounter counter : TrafficCounter.values()) {
                    counts.of(counter).ifPresent(value -> named.put(counter.label(), Long.toUnsignedString(value)));
                }
                return named;
            }
        }

        static NodeDetail of(Node node, SubnetSnapshot snapshot, boolean showKeys) {
            return new NodeDetail(
                    NodeView.of(node),
                    node.ports().stream()
                            .map(port -> PortDetail.of(port, snapshot, showKeys))
                            .toList());
        }
    }

    /**
     * The differences between a saved subnet and the current one.
     *
     * @param saved the file of the saved subnet
     * @param nodes the nodes that differ
     */
    record TopologyDifference(String saved, List<NodeChange> nodes) {
        /** A node that differs; the change is {@code ADDED}, {@code GONE} or {@code CHANGED}. */
        record NodeChange(String guid, String name, String change, List<PortChange> ports) {
            static NodeChange of(NodeDifference difference) {
                Node node = difference.after().orElseGet(difference::node);
                String change = difference.before().isEmpty()
                        ? "ADDED"
                        : difference.after().isEmpty() ? "GONE" : "CHANGED";
                return new NodeChange(
                        node.guid().toHex(),
                        node.description(),
                        change,
                        difference.ports().stream().map(PortChange::of).toList());
            }
        }

        record PortChange(int number, List<String> changes) {
            static PortChange of(PortDifference difference) {
                return new PortChange(
                        difference.number(),
                        difference.changes().stream().map(Enum::name).sorted().toList());
            }
        }

        static TopologyDifference between(String saved, Subnet subnet) {
            return new TopologyDifference(
                    saved,
                    SubnetDiff.of(SavedSubnet.read(Path.of(saved)), subnet, DiffCheck.DEFAULTS).nodes().stream()
                            .map(NodeChange::of)
                            .toList());
        }
    }
}
