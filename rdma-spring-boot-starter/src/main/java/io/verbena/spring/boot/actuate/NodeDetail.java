package io.verbena.spring.boot.actuate;

import io.verbena.diag.counters.ErrorCounter;
import io.verbena.diag.counters.PortCounts;
import io.verbena.diag.counters.TrafficCounter;
import io.verbena.iba.PortInfo;
import io.verbena.spring.boot.actuate.TopologyDescription.EndView;
import io.verbena.spring.boot.actuate.TopologyDescription.NodeView;
import io.verbena.spring.boot.subnet.SubnetSnapshot;
import io.verbena.subnet.Node;
import io.verbena.subnet.Port;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A node with its ports.
 *
 * @param node the node
 * @param ports its ports, by number
 */
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
