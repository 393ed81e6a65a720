package io.verbena.monitor.query;

import io.verbena.monitor.model.MonitoredCounter;
import io.verbena.monitor.model.PortPlace;
import io.verbena.monitor.query.TimeRange.Source;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Component;

/** The counters of one port, or of all ports of a node, over time. */
@Component
public final class PortHistory {
    /** Maximum number of points of a series. */
    public static final int MAX_POINTS = 1440;

    private static final Duration RAW = Duration.ofHours(12);
    private static final Duration FIVE_MINUTES = Duration.ofDays(5);
    private static final long[] STEPS = {
        1_000, 5_000, 10_000, 30_000, 60_000, 300_000, 900_000, 3_600_000, 21_600_000, 86_400_000
    };

    private final JdbcTemplate jdbc;

    PortHistory(JdbcTemplate jdbc) {
        this.jdbc = jdbc;
    }

    /**
     * The counters of a port or a node over time.
     *
     * @param source the table that was read: {@code port_sample}, {@code port_5m} or {@code port_1h}
     * @param stepMillis the width of a point in milliseconds
     * @param points the points that have samples, in the order of time
     */
    public record Series(String source, long stepMillis, List<Point> points) {
        /** Copies the list. */
        public Series {
            points = List.copyOf(points);
        }
    }

    /**
     * A point of a series.
     *
     * @param at the begin of the interval
     * @param seconds the time that the samples cover
     * @param resets the number of samples in which a counter was reset, so that the sums are lower bounds
     * @param saturated the number of samples in which a counter had stopped at its maximum value
     * @param sums the increase of each counter in the interval
     */
    public record Point(Instant at, double seconds, int resets, int saturated, Map<String, Long> sums) {}

    /**
     * Reads the series of a port. The length of the range selects the table.
     *
     * @param points the maximum number of points, at most {@value #MAX_POINTS}
     */
    public Series of(String subnet, PortPlace place, TimeRange range, List<MonitoredCounter> counters, int points) {
        return read("AND p.number = ?", List.of(subnet, place.node(), place.port()), range, counters, points);
    }

    /**
     * Reads the sums of all ports of a node. The length of the range selects the table.
     *
     * @param points the maximum number of points, at most {@value #MAX_POINTS}
     */
    public Series ofNode(String subnet, String node, TimeRange range, List<MonitoredCounter> counters, int points) {
        return read("", List.of(subnet, node), range, counters, points);
    }

    /** Adds the ports of each sweep first, so that the time that samples cover is that of one port. */
    private Series read(
            String ports, List<Object> place, TimeRange range, List<MonitoredCounter> counters, int points) {
        Source source = range.source(RAW, FIVE_MINUTES);
        long step = step(range.length(), Math.max(1, Math.min(points, MAX_POINTS)), source);
        String bucket = "at_ms / " + step + " * " + step;
        String sums = counters.stream()
                .map(counter -> ", SUM(" + counter.column() + ") AS " + counter.column())
                .collect(Collectors.joining());
        List<Object> values = new ArrayList<>(place);
        values.addAll(List.of(range.from().toEpochMilli(), range.to().toEpochMilli()));
        List<Point> found = jdbc.query(
                "SELECT " + bucket
                        + " AS bucket, SUM(covered) AS covered, SUM(resets) AS resets, SUM(stopped) AS stopped"
                        + sums + " FROM (SELECT at_ms, MAX(interval_ms) AS covered, SUM(" + source.resets
                        + ") AS resets, SUM(saturated) AS stopped" + sums + " FROM " + source.table
                        + " WHERE port_id IN (SELECT p.id FROM port p JOIN subnet s ON s.id = p.subnet_id"
                        + " WHERE s.name = ? AND p.node = ? " + ports + ") AND at_ms >= ? AND at_ms < ?"
                        + " GROUP BY at_ms) t GROUP BY " + bucket + " ORDER BY bucket",
                (row, number) -> {
                    Map<String, Long> added = new LinkedHashMap<>();
                    for (MonitoredCounter counter : counters) {
                        added.put(counter.column(), row.getLong(counter.column()));
                    }
                    return new Point(
                            Instant.ofEpochMilli(row.getLong("bucket")),
                            row.getLong("covered") / 1000.0,
                            row.getInt("resets"),
                            row.getInt("stopped"),
                            added);
                },
                values.toArray());
        return new Series(source.table, step, found);
    }

    private static long step(Duration length, int points, Source source) {
        long least = Math.max(source.millis, length.toMillis() / points);
        return Arrays.stream(STEPS).filter(step -> step >= least).findFirst().orElse(STEPS[STEPS.length - 1]);
    }
}
