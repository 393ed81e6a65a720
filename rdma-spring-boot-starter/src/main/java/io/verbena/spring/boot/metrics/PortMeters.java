package io.verbena.spring.boot.metrics;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.verbena.Rdma;
import io.verbena.device.Device;
import io.verbena.diag.counters.PortCounts;
import io.verbena.error.RdmaException;
import io.verbena.iba.Guid;
import io.verbena.spring.boot.subnet.SubnetListener;
import io.verbena.spring.boot.subnet.SubnetSnapshot;
import io.verbena.subnet.Port;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Registers the meters of all ports of the subnet that are or were in use. A meter exists while the last reading has
 * its counter: the meters of a node that does not respond are removed, and start again from zero when it responds.
 */
final class PortMeters implements MeterBinder, SubnetListener {
    private final Rdma rdma;
    private final List<MeterRegistry> registries = new ArrayList<>();
    private final Map<Key, Metered> ports = new HashMap<>();

    /** The tags of the meters of a port. */
    private record Key(Guid node, String description, int port, String device) {
        Tags tags() {
            return Tags.of(
                    "node", node.toHex(), "description", description, "port", String.valueOf(port), "device", device);
        }
    }

    /** The totals of a port and its meters. */
    private record Metered(PortTotals totals, Map<Integer, List<Meter>> meters) {}

    PortMeters(Rdma rdma) {
        this.rdma = rdma;
    }

    @Override
    public synchronized void bindTo(MeterRegistry registry) {
        registries.add(registry);
        ports.forEach((key, metered) -> metered.meters.forEach(
                (series, meters) -> meters.add(register(registry, key, series, metered.totals))));
    }

    @Override
    public synchronized void refreshed(@Nullable SubnetSnapshot before, SubnetSnapshot after) {
        Map<Guid, String> devices = devices();
        Set<Key> seen = new HashSet<>();
        after.counts().forEach(counts -> {
            Key key = key(counts.port(), devices);
            seen.add(key);
            count(key, counts);
        });
        Set<Key> gone = new HashSet<>(ports.keySet());
        gone.removeAll(seen);
        gone.forEach(this::forget);
    }

    private static Key key(Port port, Map<Guid, String> devices) {
        String description = port.node().description();
        String device = devices.getOrDefault(port.node().guid(), "none");
        return new Key(port.node().guid(), description.isEmpty() ? "none" : description, port.number(), device);
    }

    /** Returns the devices of this host by their node GUIDs; empty if they cannot be read. */
    private Map<Guid, String> devices() {
        Map<Guid, String> devices = new HashMap<>();
        try {
            for (Device device : rdma.devices()) {
                devices.put(device.attributes().nodeGuid(), device.name());
            }
        } catch (RdmaException e) {
            return devices;
        }
        return devices;
    }

    private void count(Key key, PortCounts counts) {
        Metered metered = ports.computeIfAbsent(key, absent -> new Metered(new PortTotals(), new HashMap<>()));
        metered.totals.add(counts);
        if (counts.port().peer().isEmpty() && !metered.totals.isUsed()) {
            return;
        }
        for (int series = 0; series < PortSeries.ALL.size(); series++) {
            if (!metered.totals.has(series)) {
                remove(metered.meters.remove(series));
            } else if (!metered.meters.containsKey(series)) {
                List<Meter> meters = new ArrayList<>();
                for (MeterRegistry registry : registries) {
                    meters.add(register(registry, key, series, metered.totals));
                }
                metered.meters.put(series, meters);
            }
        }
    }

    private static Meter register(MeterRegistry registry, Key key, int number, PortTotals totals) {
        PortSeries series = PortSeries.ALL.get(number);
        return FunctionCounter.builder(series.meter().getName(), totals, port -> port.of(number))
                .tags(key.tags().and(series.tags()))
                .description(series.meter().description())
                .baseUnit(series.meter().getBaseUnit())
                .register(registry);
    }

    private void forget(Key key) {
        Metered metered = ports.remove(key);
        if (metered != null) {
            metered.meters.values().forEach(this::remove);
        }
    }

    private void remove(@Nullable List<Meter> meters) {
        if (meters != null) {
            for (int i = 0; i < meters.size(); i++) {
                registries.get(i).remove(meters.get(i));
            }
        }
    }
}
