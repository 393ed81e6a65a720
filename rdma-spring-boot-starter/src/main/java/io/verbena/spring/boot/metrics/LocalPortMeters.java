package io.verbena.spring.boot.metrics;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.verbena.Rdma;
import io.verbena.device.Device;
import io.verbena.device.EndPort;
import io.verbena.error.RdmaException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Registers the meters of local ports. The system counters are read when scraped, without datagrams. */
final class LocalPortMeters implements MeterBinder {
    private static final Logger LOG = LoggerFactory.getLogger(LocalPortMeters.class);

    private final Rdma rdma;

    /** Keeps the readings alive, because meters refer to them weakly. */
    private final List<Reading> readings = new CopyOnWriteArrayList<>();

    LocalPortMeters(Rdma rdma) {
        this.rdma = rdma;
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        try {
            for (Device device : rdma.devices()) {
                device.endPorts().forEach(port -> bind(port, registry));
            }
        } catch (RdmaException e) {
            LOG.warn("No meters of the ports of this host: {}", e.getMessage());
        }
    }

    private void bind(EndPort port, MeterRegistry registry) {
        Reading reading = new Reading(port);
        readings.add(reading);
        Tags tags = Tags.of("device", port.device().name(), "port", String.valueOf(port.number()));
        for (String counter : port.counters().keySet()) {
            RdmaMeter.DEVICE_COUNTERS.count(
                    registry, reading, latest -> latest.of(counter), tags.and("counter", counter));
        }
    }

    /** A cached reading of one port, which serves all of its meters during a scrape. */
    private static final class Reading {
        private static final long FRESH_NANOS = 200_000_000;

        private final EndPort port;
        private Map<String, Long> counters = Map.of();
        private long at = System.nanoTime() - 2 * FRESH_NANOS;

        Reading(EndPort port) {
            this.port = port;
        }

        /** Returns the value of a counter, or NaN if the device is gone or no longer reports it. */
        synchronized double of(String counter) {
            if (System.nanoTime() - at > FRESH_NANOS) {
                counters = read();
                at = System.nanoTime();
            }
            Long count = counters.get(counter);
            return count == null ? Double.NaN : count >= 0 ? (double) count : count + 0x1p64;
        }

        private Map<String, Long> read() {
            try {
                return port.counters();
            } catch (RdmaException e) {
                return Map.of();
            }
        }
    }
}
