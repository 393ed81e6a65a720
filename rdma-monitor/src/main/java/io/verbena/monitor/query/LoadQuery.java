package io.verbena.monitor.query;

import io.verbena.monitor.model.MonitoredCounter;
import io.verbena.monitor.model.Observation.MonitorSweep;
import io.verbena.monitor.model.PortSample;
import io.verbena.monitor.query.TimeRange.Source;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Collectors;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Component;

/** The load and the errors of all ports at a time of the past. */
@Component
public final class LoadQuery {
    private static final String ERRORS = MonitoredCounter.ALL.stream()
            .filter(MonitoredCounter::isError)
            .map(counter -> "COALESCE(t." + counter.column() + ", 0)")
            .collect(Collectors.joining(" + "));

    /** Data is counted in words of 32 bits, and intervals in milliseconds. */
    private static final double BITS_PER_WORD_AND_MILLI = 32_000.0;

    private final JdbcTemplate jdbc;

    LoadQuery(JdbcTemplate jdbc) {
        this.jdbc = jdbc;
    }

    /**
     * The load of a subnet.
     *
     * @param source the table that was read: {@code port_sample}, {@code port_5m} or {@code port_1h}; {@code live} for the last
     *     sweep in memory
     * @param at the time of the sweep, or the begin of the interval
     * @param ports the ports that sent data or counted errors
     */
    public record FabricLoad(String source, Instant at, List<PortLoad> ports) {
        /** Copies the list. */
        public FabricLoad {
            ports = List.copyOf(ports);
        }

        static FabricLoad of(MonitorSweep sweep) {
            return new FabricLoad(
                    "live",
                    sweep.at(),
                    sweep.samples().stream()
                            .filter(PortSample::hasDeltas)
                            .map(PortLoad::of)
                            .filter(load -> load.bitsPerSecond() > 0 || load.errors() > 0)
                            .toList());
        }
    }

    /**
     * The load of a port.
     *
     * @param node the GUID of the node
     * @param port the number of the port
     * @param bitsPerSecond the rate of the data that the port sent
     * @param errors the errors that the port counted
     */
    public record PortLoad(String node, int port, double bitsPerSecond, long errors) {
        private static PortLoad of(PortSample sample) {
            long errors = 0;
            for (MonitoredCounter counter : MonitoredCounter.ALL) {
                errors += counter.isError() ? sample.increase(counter) : 0;
            }
            return new PortLoad(
                    sample.place().node(),
                    sample.place().port(),
                    sample.increase(MonitoredCounter.XMIT_DATA) * BITS_PER_WORD_AND_MILLI / sample.intervalMillis(),
                    errors);
        }
    }

    /** Returns the load at a time, from the most detailed table that has samples of it; without any, no ports. */
    public FabricLoad at(String subnet, Instant at) {
        List<Long> sweep = jdbc.queryForList(
                "SELECT w.at_ms FROM sweep w JOIN subnet s ON s.id = w.subnet_id WHERE s.name = ? AND w.at_ms <= ?"
                        + " ORDER BY w.at_ms DESC LIMIT 1",
                Long.class,
                subnet,
                at.toEpochMilli());
        long time = sweep.isEmpty() ? at.toEpochMilli() : sweep.get(0);
        if (hasSamples(Source.RAW, subnet, time)) {
            return read(Source.RAW, subnet, time);
        }
        long fiveMinutes = begin(time, Duration.ofMinutes(5));
        return hasSamples(Source.FIVE_MINUTES, subnet, fiveMinutes)
                ? read(Source.FIVE_MINUTES, subnet, fiveMinutes)
                : read(Source.HOURS, subnet, begin(time, Duration.ofHours(1)));
    }

    private boolean hasSamples(Source source, String subnet, long time) {
        return !jdbc.queryForList(
                        "SELECT t.port_id FROM " + source.table + " t JOIN port p ON p.id = t.port_id"
                                + " JOIN subnet s ON s.id = p.subnet_id WHERE s.name = ? AND t.at_ms = ? LIMIT 1",
                        Long.class,
                        subnet,
                        time)
                .isEmpty();
    }

    private static long begin(long time, Duration interval) {
        return time / interval.toMillis() * interval.toMillis();
    }

    private FabricLoad read(Source source, String subnet, long time) {
        return new FabricLoad(
                source.table,
                Instant.ofEpochMilli(time),
                jdbc.query(
                        "SELECT p.node, p.number, COALESCE(t.xmit_data, 0) * " + BITS_PER_WORD_AND_MILLI
                                + " / t.interval_ms AS bits, " + ERRORS + " AS errors FROM " + source.table
                                + " t JOIN port p ON p.id = t.port_id"
                                + " JOIN subnet s ON s.id = p.subnet_id WHERE s.name = ? AND t.at_ms = ?"
                                + " AND (t.xmit_data > 0 OR " + ERRORS + " > 0)",
                        (row, number) -> new PortLoad(
                                row.getString("node"),
                                row.getInt("number"),
                                row.getDouble("bits"),
                                row.getLong("errors")),
                        subnet,
                        time));
    }
}
