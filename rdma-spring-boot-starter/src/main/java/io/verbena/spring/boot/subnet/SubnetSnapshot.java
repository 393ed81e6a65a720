package io.verbena.spring.boot.subnet;

import io.verbena.diag.counters.PortCounts;
import io.verbena.error.RdmaException;
import io.verbena.iba.Guid;
import io.verbena.subnet.Subnet;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** The subnet at one moment, as it was read. Immutable. */
public final class SubnetSnapshot {
    private final Subnet subnet;
    private final SubnetManagerStatus manager;
    private final Instant taken;
    private final Duration discovery;
    private final Duration sweep;
    private final List<RdmaException> sweepFailures;
    private final Map<Place, PortCounts> counts = new HashMap<>();

    /** A port of a node. */
    private record Place(Guid node, int port) {}

    SubnetSnapshot(
            Subnet subnet,
            SubnetManagerStatus manager,
            Instant taken,
            Duration discovery,
            Duration sweep,
            List<PortCounts> counts,
            List<RdmaException> sweepFailures) {
        this.subnet = subnet;
        this.manager = manager;
        this.taken = taken;
        this.discovery = discovery;
        this.sweep = sweep;
        this.sweepFailures = List.copyOf(sweepFailures);
        counts.forEach(each ->
                this.counts.put(new Place(each.port().node().guid(), each.port().number()), each));
    }

    /** Nodes, ports and links. */
    public Subnet subnet() {
        return subnet;
    }

    /** The master subnet manager. */
    public SubnetManagerStatus manager() {
        return manager;
    }

    /** When the reading ended. */
    public Instant taken() {
        return taken;
    }

    /** How long it took to find the nodes and links. */
    public Duration discoveryTime() {
        return discovery;
    }

    /** How long it took to read the counters; zero where they were not read. */
    public Duration sweepTime() {
        return sweep;
    }

    /** The counters of all ports that told them; none where they were not read. */
    public Stream<PortCounts> counts() {
        return counts.values().stream();
    }

    /** The counters of one port; empty where they were not read, or the node has no agent for them. */
    public Optional<PortCounts> counts(Guid node, int port) {
        return Optional.ofNullable(counts.get(new Place(node, port)));
    }

    /** What could not be learned, of the subnet and of counters, each with the reason. */
    public List<RdmaException> failures() {
        return Stream.concat(subnet.failures().stream(), sweepFailures.stream()).toList();
    }
}
