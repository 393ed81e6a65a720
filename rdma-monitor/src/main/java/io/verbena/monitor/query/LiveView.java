package io.verbena.monitor.query;

import io.verbena.monitor.channel.ObservationConsumer;
import io.verbena.monitor.model.Observation;
import io.verbena.monitor.model.Observation.FailedSweep;
import io.verbena.monitor.model.Observation.MonitorSweep;
import io.verbena.monitor.model.PortPlace;
import io.verbena.monitor.model.TopologySnapshot.NodeEntry;
import io.verbena.monitor.model.TopologySnapshot.PortEntry;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListMap;
import org.springframework.stereotype.Component;

/** The last sweep of each subnet, independent of the database. Thread-safe. */
@Component
public final class LiveView implements ObservationConsumer {
    private static final String NO_GUID = "0x0000000000000000";

    private final Map<String, MonitorSweep> sweeps = new ConcurrentSkipListMap<>();
    private final Map<String, FailedSweep> failures = new ConcurrentSkipListMap<>();

    LiveView() {}

    @Override
    public void accept(Observation observation) {
        if (observation instanceof MonitorSweep sweep) {
            sweeps.merge(sweep.subnet(), sweep, (old, next) -> next.at().isBefore(old.at()) ? old : next);
            failures.remove(sweep.subnet());
        } else if (observation instanceof FailedSweep failure) {
            failures.put(failure.subnet(), failure);
        }
    }

    /** Returns the names of the subnets that have been read since the start. */
    public List<String> subnets() {
        return List.copyOf(sweeps.keySet());
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
        for (MonitorSweep sweep : sweeps.values()) {
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
        return Optional.ofNullable(sweeps.get(subnet));
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
}
