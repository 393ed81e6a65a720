package io.verbena.monitor.collect;

import io.verbena.diag.counters.PortCounts;
import io.verbena.monitor.model.TopologySnapshot;
import io.verbena.monitor.model.TopologySnapshot.NodeEntry;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Finds nodes that restarted: all links of the node were down, or the node was absent, and now it is back and no
 * counter kept its value. Counters that were cleared while the links stayed up are no restart.
 */
final class RebootDetector {
    /** Maximum time for which a node is away while it restarts. */
    private static final Duration LONGEST = Duration.ofMinutes(15);

    private final Map<String, Instant> away = new HashMap<>();
    private final Set<String> known = new HashSet<>();

    /** Returns the GUIDs of the nodes that restarted. */
    Set<String> restarted(Instant at, TopologySnapshot topology, Collection<PortCounts> counts, CounterDeltas deltas) {
        Map<String, List<PortCounts>> byNode = counts.stream()
                .collect(Collectors.groupingBy(each -> each.port().node().guid().toHex()));
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
