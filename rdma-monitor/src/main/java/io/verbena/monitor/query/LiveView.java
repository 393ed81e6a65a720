package io.verbena.monitor.query;

import io.verbena.monitor.channel.ObservationConsumer;
import io.verbena.monitor.model.Observation;
import io.verbena.monitor.model.Observation.FailedSweep;
import io.verbena.monitor.model.Observation.MonitorSweep;
import io.verbena.monitor.model.PortPlace;
import io.verbena.monitor.model.TopologySnapshot.PortEntry;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListMap;
import org.springframework.stereotype.Component;

/** The last sweep of each subnet, independent of the database. Thread-safe. */
@Component
public final class LiveView implements ObservationConsumer {
    private final Map<String, MonitorSweep> sweeps = new ConcurrentSkipListMap<>();
    private final Map<String, FailedSweep> failures = new ConcurrentSkipListMap<>();

    LiveView() {}

    @Override
    public void accept(Observation observation) {
        if (observation instanceof MonitorSweep sweep) {
            sweeps.put(sweep.subnet(), sweep);
            failures.remove(sweep.subnet());
        } else if (observation instanceof FailedSweep failure) {
            failures.put(failure.subnet(), failure);
        }
    }

    /** Returns the names of the subnets that have been read since the start. */
    public List<String> subnets() {
        return List.copyOf(sweeps.keySet());
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
