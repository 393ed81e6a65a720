package io.verbena.monitor.query;

import io.verbena.monitor.model.MonitoredCounter;
import io.verbena.monitor.query.TimeRange.Source;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Component;

/** The ports with the highest sum of counters in a range of time. */
@Component
public final class TopPorts {
    private static final Duration RAW = Duration.ofHours(1);

    private final JdbcTemplate jdbc;

    TopPorts(JdbcTemplate jdbc) {
        this.jdbc = jdbc;
    }

    /**
     * A port of the ranking.
     *
     * @param subnet the name of the subnet
     * @param node the GUID of the node
     * @param port the number of the port
     * @param name the name of the node
     * @param total the sum
     */
    public record RankedPort(String subnet, String node, int port, String name, long total) {}

    /**
     * Returns the ports with the highest sums above 0, the highest first. A range of at most one hour is summed from samples. A longer
     * one is summed from the sums of full hours, as far as they exist, and from those of five minutes before and after them.
     */
    public List<RankedPort> of(String subnet, List<MonitoredCounter> counters, TimeRange range, int limit) {
        String total = counters.stream()
                .map(counter -> "COALESCE(" + counter.column() + ", 0)")
                .collect(Collectors.joining(" + "));
        List<Part> parts = parts(range);
        String rows = parts.stream()
                .map(part -> "SELECT port_id, " + total + " AS total FROM " + part.source.table
                        + " WHERE at_ms >= ? AND at_ms < ?")
                .collect(Collectors.joining(" UNION ALL "));
        Stream<Object> limits = parts.stream().flatMap(part -> Stream.of(part.fromMillis, part.untilMillis));
        return jdbc.query(
                "SELECT s.name AS subnet, p.node, p.number, p.name, r.total FROM (SELECT t.port_id, SUM(t.total) AS total"
                        + " FROM (" + rows
                        + ") t WHERE t.total > 0 GROUP BY t.port_id) r JOIN port p ON p.id = r.port_id"
                        + " JOIN subnet s ON s.id = p.subnet_id WHERE s.name = ? ORDER BY r.total DESC, p.id LIMIT ?",
                (row, number) -> new RankedPort(
                        row.getString("subnet"),
                        row.getString("node"),
                        row.getInt("number"),
                        row.getString("name"),
                        row.getLong("total")),
                Stream.concat(limits, Stream.of(subnet, limit)).toArray());
    }

    /** A part of a range, and the table that has its sums. */
    private record Part(Source source, long fromMillis, long untilMillis) {}

    private List<Part> parts(TimeRange range) {
        long from = range.from().toEpochMilli();
        long to = range.to().toEpochMilli();
        if (range.length().compareTo(RAW) <= 0) {
            return List.of(new Part(Source.RAW, from, to));
        }
        long hour = Source.HOURS.millis;
        long firstHour = (from + hour - 1) / hour * hour;
        long lastHour = Math.min(to, summedHours()) / hour * hour;
        if (lastHour <= firstHour) {
            return List.of(new Part(Source.FIVE_MINUTES, from, to));
        }
        return List.of(
                new Part(Source.FIVE_MINUTES, from, firstHour),
                new Part(Source.HOURS, firstHour, lastHour),
                new Part(Source.FIVE_MINUTES, lastHour, to));
    }

    /** Returns the time until which the sums of hours are complete, in milliseconds since 1970; 0 if there are none. */
    private long summedHours() {
        List<Long> until =
                jdbc.queryForList("SELECT until_ms FROM roll_up WHERE name = ?", Long.class, Source.HOURS.table);
        return until.isEmpty() ? 0 : until.get(0);
    }
}
