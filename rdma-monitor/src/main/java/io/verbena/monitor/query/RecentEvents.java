package io.verbena.monitor.query;

import io.verbena.monitor.model.Observation.MonitorEvent;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The newest events of each subnet, in the order in which they arrived. An event that arrives again is kept once. Thread-safe. */
final class RecentEvents {
    /** Maximum number of events of a subnet. */
    static final int MAX = 1000;

    private final Map<String, Set<MonitorEvent>> events = new HashMap<>();
    private final Map<String, Long> received = new HashMap<>();

    synchronized void add(MonitorEvent event) {
        Set<MonitorEvent> known = events.computeIfAbsent(event.subnet(), each -> new LinkedHashSet<>());
        if (known.add(event)) {
            received.merge(event.subnet(), 1L, Long::sum);
        }
        if (known.size() > MAX) {
            Iterator<MonitorEvent> oldest = known.iterator();
            oldest.next();
            oldest.remove();
        }
    }

    /** Returns the number of events of a subnet since the start. */
    synchronized long received(String subnet) {
        return received.getOrDefault(subnet, 0L);
    }

    /** Returns the events of a subnet, the last one that arrived first. */
    synchronized List<MonitorEvent> newest(String subnet) {
        List<MonitorEvent> found = new ArrayList<>(events.getOrDefault(subnet, Set.of()));
        Collections.reverse(found);
        return found;
    }
}
