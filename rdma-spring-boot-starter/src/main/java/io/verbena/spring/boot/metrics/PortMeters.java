package io.verbena.spring.boot.metrics;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.verbena.Rdma;
import io.verbena.device.Device;
import io.verbena.diag.counters.ErrorCounter;
import io.verbena.diag.counters.PortCounts;
import io.verbena.diag.counters.TrafficCounter;
import io.verbena.error.RdmaException;
import io.verbena.iba.Guid;
import io.verbena.spring.boot.subnet.SubnetListener;
import io.verbena.spring.boot.subnet.SubnetSnapshot;
import io.verbena.subnet.Port;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.function.Function;
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
        return series.meter()
                .count(registry, totals, port -> port.of(number), key.tags().and(series.tags()));
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

    /**
     * The totals of a port since it was first seen. Totals only grow: they continue after a counter was reset, and stop
     * while a counter stays at its maximum. One thread adds to them, and any thread reads them.
     */
    static final class PortTotals {
        private static final int SERIES = PortSeries.ALL.size();

        private final AtomicLongArray totals = new AtomicLongArray(SERIES);
        private final long[] last = new long[SERIES];
        private final boolean[] counted = new boolean[SERIES];

        void add(PortCounts counts) {
            for (int i = 0; i < SERIES; i++) {
                OptionalLong now = PortSeries.ALL.get(i).counter().apply(counts);
                if (now.isPresent()) {
                    add(i, now.getAsLong());
                } else {
                    counted[i] = false;
                }
            }
        }

        private void add(int series, long now) {
            long before = counted[series] ? last[series] : 0;
            boolean reset = Long.compareUnsigned(now, before) < 0;
            long more = reset ? now : now - before;
            last[series] = now;
            counted[series] = true;
            totals.addAndGet(series, more);
        }

        /** Returns whether the port reports this series. */
        boolean has(int series) {
            return counted[series];
        }

        /** Returns whether any counter of the port was ever above zero. */
        boolean isUsed() {
            return Arrays.stream(last).anyMatch(value -> value != 0);
        }

        double of(int series) {
            long total = totals.get(series);
            double unsigned = total >= 0 ? (double) total : total + 0x1p64;
            return unsigned * PortSeries.ALL.get(series).factor();
        }
    }

    /**
     * One meter of a port.
     *
     * @param meter its name and unit
     * @param tags its tags in addition to those of the port
     * @param factor the multiple of its unit that the counter counts
     * @param counter the counter; empty if the port does not have it
     */
    record PortSeries(RdmaMeter meter, Tags tags, int factor, Function<PortCounts, OptionalLong> counter) {
        private static final int OCTETS = 4;

        /** All series. A port has those whose counters it reports. */
        static final List<PortSeries> ALL = all();

        private static List<PortSeries> all() {
            List<PortSeries> all = new ArrayList<>();
            for (ErrorCounter counter : ErrorCounter.values()) {
                if (counter == ErrorCounter.XMIT_WAIT) {
                    all.add(new PortSeries(
                            RdmaMeter.PORT_TRANSMIT_WAIT, Tags.empty(), 1, counts -> counts.of(counter)));
                } else {
                    Tags tags = Tags.of("counter", counter.label());
                    all.add(new PortSeries(RdmaMeter.PORT_ERRORS, tags, 1, counts -> counts.of(counter)));
                }
            }
            add(all, RdmaMeter.PORT_DATA, TrafficCounter.XMIT_DATA, TrafficCounter.RCV_DATA);
            add(all, RdmaMeter.PORT_PACKETS, TrafficCounter.XMIT_PACKETS, TrafficCounter.RCV_PACKETS);
            add(all, RdmaMeter.PORT_UNICAST, TrafficCounter.UNICAST_XMIT_PACKETS, TrafficCounter.UNICAST_RCV_PACKETS);
            add(
                    all,
                    RdmaMeter.PORT_MULTICAST,
                    TrafficCounter.MULTICAST_XMIT_PACKETS,
                    TrafficCounter.MULTICAST_RCV_PACKETS);
            return List.copyOf(all);
        }

        private static void add(List<PortSeries> all, RdmaMeter meter, TrafficCounter sent, TrafficCounter received) {
            int factor = meter == RdmaMeter.PORT_DATA ? OCTETS : 1;
            all.add(new PortSeries(meter, direction("transmit"), factor, counts -> counts.of(sent)));
            all.add(new PortSeries(meter, direction("receive"), factor, counts -> counts.of(received)));
        }

        private static Tags direction(String name) {
            return Tags.of(Tag.of("direction", name));
        }
    }
}
