package io.verbena.monitor.query;

import io.verbena.monitor.channel.ObservationConsumer;
import io.verbena.monitor.model.Observation;
import io.verbena.monitor.model.Observation.FailedSweep;
import io.verbena.monitor.model.Observation.MonitorEvent;
import io.verbena.monitor.model.Observation.MonitorSweep;
import io.verbena.monitor.model.PortPlace;
import io.verbena.monitor.model.TopologySnapshot;
import io.verbena.monitor.model.TopologySnapshot.NodeEntry;
import io.verbena.monitor.model.TopologySnapshot.PortEntry;
import io.verbena.monitor.query.LoadQuery.FabricLoad;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListMap;
import org.springframework.stereotype.Component;

/** The last sweep and the newest events of each subnet, independent of the database. Thread-safe. */
@Component
public final class LiveView implements ObservationConsumer {
    private static final String NO_GUID = "0x0000000000000000";

    private final Map<String, Present> presents = new ConcurrentSkipListMap<>();
    private final RecentEvents events = new RecentEvents();
    private final Map<String, FailedSweep> failures = new ConcurrentSkipListMap<>();

    LiveView() {}

    /**
     * The last sweep of a subnet.
     *
     * @param sweep the sweep
     * @param since the time of the first sweep with this topology since the start, in milliseconds as in the database
     */
    private record Present(MonitorSweep sweep, Instant since) {
        static Present of(MonitorSweep sweep) {
            return new Present(sweep, Instant.ofEpochMilli(sweep.at().toEpochMilli()));
        }

        /** Returns the present after another one, which is skipped if it is older. */
        Present then(Present next) {
            if (next.sweep.at().isBefore(sweep.at())) {
                return this;
            }
            return next.sweep.topology().equals(sweep.topology()) ? new Present(next.sweep, since) : next;
        }
    }

    @Override
    public void accept(Observation observation) {
        if (observation instanceof MonitorSweep sweep) {
            // Before the sweep, so that a request that gets the sweep gets its events too.
            sweep.restarts().forEach(events::add);
            presents.merge(sweep.subnet(), Present.of(sweep), Present::then);
            failures.remove(sweep.subnet());
        } else if (observation instanceof MonitorEvent event) {
            events.add(event);
        } else if (observation instanceof FailedSweep failure) {
            failures.put(failure.subnet(), failure);
        }
    }

    /** Returns the names of the subnets that have been read since the start. */
    public List<String> subnets() {
        return List.copyOf(presents.keySet());
    }

    /**
     * Returns the subnet to show if none is selected.
     *
     * @param own the name of the subnet that this process collects
     * @return that subnet, or the first one that has been read if this process has not read its own
     */
    public String preferred(String own) {
        List<String> read = subnets();
        return read.isEmpty() || read.contains(own) ? own : read.get(0);
    }

    /**
     * A system with ports in several subnets, such as a router or a host with several adapters.
     *
     * @param system the GUID of the system
     * @param places the nodes of the system
     */
    public record SharedSystem(String system, List<SystemPlace> places) {}

    /**
     * A node of a system.
     *
     * @param subnet the name of the subnet
     * @param node the GUID of the node
     * @param type {@code switch}, {@code host} or {@code router}
     * @param name the description of the node
     */
    public record SystemPlace(String subnet, String node, String type, String name) {}

    /** Returns the systems that are in several subnets, by the GUID of the system, or of the node if it has none. */
    public List<SharedSystem> sharedSystems() {
        Map<String, List<SystemPlace>> places = new TreeMap<>();
        for (Present present : presents.values()) {
            MonitorSweep sweep = present.sweep();
            for (NodeEntry node : sweep.topology().nodes()) {
                String system = node.system().equals(NO_GUID) ? node.guid() : node.system();
                places.computeIfAbsent(system, each -> new ArrayList<>())
                        .add(new SystemPlace(sweep.subnet(), node.guid(), node.type(), node.name()));
            }
        }
        return places.entrySet().stream()
                .filter(each -> each.getValue().stream()
                                .map(SystemPlace::subnet)
                                .distinct()
                                .count()
                        > 1)
                .map(each -> new SharedSystem(each.getKey(), each.getValue()))
                .toList();
    }

    /** Returns the last sweep of a subnet. */
    public Optional<MonitorSweep> sweep(String subnet) {
        return Optional.ofNullable(presents.get(subnet)).map(Present::sweep);
    }

    /**
     * The present topology and the time since which the live view knows it.
     *
     * @param since the time of the first sweep with this topology since the start of this process
     * @param topology the nodes, ports and links, which are those of the last sweep
     */
    public record LiveTopology(Instant since, TopologySnapshot topology) {}

    /** Returns the present topology of a subnet. */
    public Optional<LiveTopology> topology(String subnet) {
        return Optional.ofNullable(presents.get(subnet))
                .map(present ->
                        new LiveTopology(present.since(), present.sweep().topology()));
    }

    /** Returns the load in the last sweep of a subnet. */
    public Optional<FabricLoad> load(String subnet) {
        return sweep(subnet).map(FabricLoad::of);
    }

    /** Returns the newest events of a subnet, the last one that arrived first. */
    public List<MonitorEvent> events(String subnet) {
        return events.newest(subnet);
    }

    /** Returns the number of events of a subnet since the start. */
    public long eventCount(String subnet) {
        return events.received(subnet);
    }

    /** Returns the signaling rate of a link in bits per second; 0 if it is down or unknown. */
    public double bitsPerSecond(String subnet, PortPlace place) {
        return sweep(subnet)
                .flatMap(sweep -> sweep.topology().node(place.node()))
                .flatMap(node -> node.ports().stream()
                        .filter(port -> port.number() == place.port())
                        .findFirst())
                .map(PortEntry::bitsPerSecond)
                .orElse(0.0);
    }

    /** Returns the failure of the last reading; empty if it succeeded. */
    public Optional<FailedSweep> failure(String subnet) {
        return Optional.ofNullable(failures.get(subnet));
    }

    /** The newest events of each subnet, in the order in which they arrived. An event that arrives again is kept once. Thread-safe. */
    private static final class RecentEvents {
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
}
