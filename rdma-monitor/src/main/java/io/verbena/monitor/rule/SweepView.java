package io.verbena.monitor.rule;

import io.verbena.monitor.model.Observation.MonitorSweep;
import io.verbena.monitor.model.PortPlace;
import io.verbena.monitor.model.TopologySnapshot.NodeEntry;
import io.verbena.monitor.model.TopologySnapshot.PortEntry;
import java.util.HashMap;
import java.util.Map;

/** A sweep with the indexes that detectors share. */
final class SweepView {
    private final MonitorSweep sweep;
    private final Map<PortPlace, PortEntry> ports;
    private final Map<String, NodeEntry> nodes;
    private final Map<String, String> names;

    /**
     * Creates a view.
     *
     * @param names the names of all nodes that were ever seen
     */
    SweepView(MonitorSweep sweep, Map<String, String> names) {
        this.sweep = sweep;
        this.ports = sweep.topology().ports();
        this.nodes = sweep.topology().byGuid();
        this.names = names;
        nodes.values().forEach(node -> names.put(node.guid(), node.name()));
    }

    MonitorSweep sweep() {
        return sweep;
    }

    long at() {
        return sweep.at().toEpochMilli();
    }

    Map<PortPlace, PortEntry> ports() {
        return ports;
    }

    Map<String, NodeEntry> nodes() {
        return nodes;
    }

    /** Returns the signaling rate of a port in bits per second; 0 if its link is down. */
    double bitsPerSecond(PortPlace place) {
        PortEntry port = ports.get(place);
        return port == null ? 0 : port.bitsPerSecond();
    }

    String nodeName(String guid) {
        return names.getOrDefault(guid, guid);
    }

    String name(PortPlace place) {
        return nodeName(place.node()) + " port " + place.port();
    }

    /** Returns both ends of a link, or the port if it has no link. */
    String linkName(PortPlace place) {
        PortEntry port = ports.get(place);
        PortPlace peer = port == null ? null : port.peer();
        return peer == null ? name(place) : name(place) + " - " + name(peer);
    }

    /** Returns a verdict about an object of this sweep with the severity of its rule. */
    Verdict verdict(AlarmRule rule, String object, String name, String text) {
        return new Verdict(rule, sweep.subnet(), object, name, rule.severity(), text);
    }

    /** Returns the map of the names, which is shared between sweeps. */
    static Map<String, String> newNames() {
        return new HashMap<>();
    }
}
