package io.verbena.monitor.collect;

import io.verbena.diag.counters.PortCounts;
import io.verbena.error.RdmaException;
import io.verbena.monitor.channel.ObservationChannel;
import io.verbena.monitor.model.Observation.FailedSweep;
import io.verbena.monitor.model.Observation.FindingEntry;
import io.verbena.monitor.model.Observation.ManagerEntry;
import io.verbena.monitor.model.Observation.MonitorSweep;
import io.verbena.monitor.model.Observation.ValidatedFindings;
import io.verbena.monitor.model.TopologySnapshot;
import io.verbena.monitor.model.TopologySnapshot.NodeEntry;
import io.verbena.spring.boot.subnet.SubnetListener;
import io.verbena.spring.boot.subnet.SubnetSnapshot;
import io.verbena.spring.boot.subnet.SubnetSnapshot.SubnetManagerStatus;
import io.verbena.spring.boot.subnet.SubnetValidation;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/** Publishes each reading and each validation of the starter as an observation. */
@Component
final class FabricCollector implements SubnetListener {
    private static final Logger LOG = LoggerFactory.getLogger(FabricCollector.class);

    private final String subnet;
    private final ObservationChannel channel;
    private final CounterBaseline baseline;
    private final Clock clock;
    private final CounterDeltas deltas;
    private final RebootDetector reboots = new RebootDetector();
    private boolean restored;

    FabricCollector(CollectorProperties properties, ObservationChannel channel, CounterBaseline baseline, Clock clock) {
        this.subnet = properties.subnet();
        this.channel = channel;
        this.baseline = baseline;
        this.clock = clock;
        this.deltas = new CounterDeltas(properties.tick());
    }

    @Override
    public synchronized void refreshed(@Nullable SubnetSnapshot before, SubnetSnapshot after) {
        restore();
        Instant at = clock.instant();
        TopologySnapshot topology = TopologySnapshot.of(after.subnet());
        List<PortCounts> counts = after.counts().toList();
        Set<String> rebooted = reboots.restarted(at, topology, counts, deltas);
        channel.publish(new MonitorSweep(
                subnet,
                at,
                after.discoveryTime().plus(after.sweepTime()).toMillis(),
                topology,
                deltas.next(at, counts, rebooted),
                new ArrayList<>(rebooted),
                after.failures().stream()
                        .map(failure -> String.valueOf(failure.getMessage()))
                        .toList(),
                manager(after.manager())));
    }

    /** Reads the last stored counters once. Without them, the first sweep has no deltas. */
    private void restore() {
        if (!restored) {
            restored = true;
            try {
                baseline.last(subnet).ifPresent(deltas::restore);
            } catch (RuntimeException e) {
                LOG.warn("The counters of the last sweep cannot be read from the database: {}", e.getMessage());
            }
        }
    }

    private static ManagerEntry manager(SubnetManagerStatus status) {
        return new ManagerEntry(
                status.port().map(port -> port.toHex()).orElse(""), status.isReachable(), status.toString());
    }

    @Override
    public void failed(RdmaException reason) {
        channel.publish(new FailedSweep(subnet, clock.instant(), String.valueOf(reason.getMessage())));
    }

    @Override
    public void validated(@Nullable SubnetValidation before, SubnetValidation after) {
        channel.publish(new ValidatedFindings(
                subnet,
                clock.instant(),
                after.report().findings().stream()
                        .map(finding -> new FindingEntry(
                                finding.key(),
                                finding.severity().name().toLowerCase(Locale.ROOT),
                                finding.check(),
                                finding.evidence(),
                                finding.cause(),
                                finding.nextStep()))
                        .toList()));
    }

    /**
     * Finds nodes that restarted: all links of the node were down, or the node was absent, and now it is back and no
     * counter kept its value. Counters that were cleared while the links stayed up are no restart.
     */
    private static final class RebootDetector {
        /** Maximum time for which a node is away while it restarts. */
        private static final Duration LONGEST = Duration.ofMinutes(15);

        private final Map<String, Instant> away = new HashMap<>();
        private final Set<String> known = new HashSet<>();

        /** Returns the GUIDs of the nodes that restarted. */
        Set<String> restarted(
                Instant at, TopologySnapshot topology, Collection<PortCounts> counts, CounterDeltas deltas) {
            Map<String, List<PortCounts>> byNode = counts.stream()
                    .collect(Collectors.groupingBy(
                            each -> each.port().node().guid().toHex()));
            Set<String> back = new HashSet<>();
            Set<String> linked = topology.nodes().stream()
                    .filter(RebootDetector::isLinked)
                    .map(NodeEntry::guid)
                    .collect(Collectors.toSet());
            for (String guid : linked) {
                Instant since = away.remove(guid);
                if (since != null
                        && Duration.between(since, at).compareTo(LONGEST) <= 0
                        && deltas.beganAgain(byNode.getOrDefault(guid, List.of()))) {
                    back.add(guid);
                }
            }
            known.stream().filter(guid -> !linked.contains(guid)).forEach(guid -> away.putIfAbsent(guid, at));
            known.addAll(linked);
            return back;
        }

        private static boolean isLinked(NodeEntry node) {
            return node.ports().stream().anyMatch(port -> port.peer() != null);
        }
    }
}
