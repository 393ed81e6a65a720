package io.verbena.spring.boot.subnet;

import io.verbena.diag.counters.PortCounts;
import io.verbena.error.RdmaException;
import io.verbena.iba.Guid;
import io.verbena.iba.Lid;
import io.verbena.subnet.Subnet;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** A reading of the subnet. Instances are immutable. */
public final class SubnetSnapshot {
    private final Subnet subnet;
    private final SubnetManagerStatus manager;
    private final Instant taken;
    private final Duration discovery;
    private final Duration sweep;
    private final List<RdmaException> sweepFailures;
    private final Map<Place, PortCounts> counts = new HashMap<>();

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

    /** Returns the nodes, ports and links. */
    public Subnet subnet() {
        return subnet;
    }

    /** Returns the status of the master subnet manager. */
    public SubnetManagerStatus manager() {
        return manager;
    }

    /** Returns the time when the reading ended. */
    public Instant taken() {
        return taken;
    }

    /** Returns the time that the discovery of nodes and links took. */
    public Duration discoveryTime() {
        return discovery;
    }

    /** Returns the time that reading the counters took; zero if they were not read. */
    public Duration sweepTime() {
        return sweep;
    }

    /** Returns the counters of all ports that reported them; empty if counters were not read. */
    public Stream<PortCounts> counts() {
        return counts.values().stream();
    }

    /**
     * Returns the counters of one port; empty if they were not read, or if the node has no performance management
     * agent.
     */
    public Optional<PortCounts> counts(Guid node, int port) {
        return Optional.ofNullable(counts.get(new Place(node, port)));
    }

    /** Returns the failed requests of the discovery and of reading the counters. */
    public List<RdmaException> failures() {
        return Stream.concat(subnet.failures().stream(), sweepFailures.stream()).toList();
    }

    /**
     * The status of the master subnet manager.
     *
     * @param lid its LID, or {@link Lid#NONE} if there is none
     * @param port the GUID of its port; empty if the port was not found in the subnet
     * @param node the description of its node; empty if unknown
     * @param failure the reason why it did not respond; empty if it responded
     */
    public record SubnetManagerStatus(Lid lid, Optional<Guid> port, String node, Optional<String> failure) {

        /** Returns whether the subnet manager responded. */
        public boolean isReachable() {
            return failure.isEmpty();
        }

        /** Returns whether another subnet manager became master, or whether the master stopped or resumed responding. */
        public boolean isOtherThan(SubnetManagerStatus before) {
            return !lid.equals(before.lid) || !port.equals(before.port) || isReachable() != before.isReachable();
        }

        @Override
        public String toString() {
            String where = node.isEmpty() ? "LID " + lid : '"' + node + "\" (LID " + lid + ")";
            return failure.map(reason -> where + ", which does not respond: " + reason)
                    .orElse(where);
        }
    }
}
