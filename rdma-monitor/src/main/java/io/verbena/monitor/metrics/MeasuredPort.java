package io.verbena.monitor.metrics;

import io.verbena.monitor.model.MonitoredCounter;
import io.verbena.monitor.model.Observation.MonitorSweep;
import io.verbena.monitor.model.PortPlace;
import io.verbena.monitor.model.PortSample;
import io.verbena.monitor.model.TopologySnapshot.NodeEntry;
import io.verbena.monitor.model.TopologySnapshot.PortEntry;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A port of the last sweep.
 *
 * @param node the node of the port
 * @param port the port
 * @param sample the counters; null if the port did not report them
 * @param peerNode the node at the other end of the link; null if there is none
 * @param peerPort the port at the other end of the link; null if there is none
 */
record MeasuredPort(
        NodeEntry node,
        PortEntry port,
        @Nullable PortSample sample,
        @Nullable NodeEntry peerNode,
        @Nullable PortEntry peerPort) {

    /** Returns all ports of some sweeps. */
    static List<MeasuredPort> of(Collection<MonitorSweep> sweeps) {
        return sweeps.stream().flatMap(sweep -> of(sweep).stream()).toList();
    }

    private static List<MeasuredPort> of(MonitorSweep sweep) {
        Map<PortPlace, PortSample> samples = sweep.samples().stream()
                .collect(Collectors.toMap(PortSample::place, sample -> sample, (one, other) -> other));
        Map<String, NodeEntry> nodes = sweep.topology().byGuid();
        Map<PortPlace, PortEntry> ports = sweep.topology().ports();
        return sweep.topology().nodes().stream()
                .flatMap(node -> node.ports().stream().map(port -> {
                    PortPlace peer = port.peer();
                    return new MeasuredPort(
                            node,
                            port,
                            samples.get(new PortPlace(node.guid(), port.number())),
                            peer == null ? null : nodes.get(peer.node()),
                            peer == null ? null : ports.get(peer));
                }))
                .toList();
    }

    /** Returns the GUID of the port, which the ports of a switch share with their node. */
    String guid() {
        return guid(node, port);
    }

    /** Returns the GUID of the port at the other end of the link. */
    String peerGuid() {
        return guid(Objects.requireNonNull(peerNode), Objects.requireNonNull(peerPort));
    }

    private static String guid(NodeEntry node, PortEntry port) {
        String own = port.guid();
        return own == null ? node.guid() : own;
    }

    /** Returns the value of a counter; not a number if the port did not report it. */
    double value(MonitoredCounter counter) {
        return sample == null || sample.value(counter) == PortSample.UNKNOWN ? Double.NaN : sample.value(counter);
    }

    /** Returns whether the port has a link, in any state. */
    boolean isLinked() {
        return peerNode != null && peerPort != null && port.lanes() > 0;
    }
}
