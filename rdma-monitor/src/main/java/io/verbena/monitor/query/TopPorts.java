package io.verbena.monitor.query;

import io.verbena.monitor.model.MonitoredCounter;
import io.verbena.monitor.query.TimeRange.Source;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Component;

/** The ports with the highest sum of counters in a range of time. */
@Component
public final class TopPorts {
    /** A minute more than an hour and six hours, because a client that asks for the last hour is late when it is answered. */
    private static final Duration RAW = Duration.ofMinutes(61);

    private static final Duration FIVE_MINUTES = Duration.ofMinutes(361);

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
     * Returns the ports with the highest sums above 0, the highest first. The length of the range selects the table. A range that is
     * answered from the sums of hours begins and ends with full hours. Sums above 2^53 are rounded.
     */
    public List<RankedPort> of(String subnet, List<MonitoredCounter> counters, TimeRange range, int limit) {
        String total = counters.stream()
                .map(counter -> "COALESCE(" + counter.column() + ", 0)")
                .collect(Collectors.joining(" + ", "SELECT at_ms, port_id, ", " AS total FROM "));
        Source source = range.source(RAW, FIVE_MINUTES);
        String rows = total + source.table;
        long from = range.from().toEpochMilli();
        if (source == Source.HOURS) {
            from = from / source.millis * source.millis;
            // PostgreSQL uses several processes only if the limit is a number.
            rows += " UNION ALL " + total + "port_recent WHERE at_ms >= " + summedHours();
        }
        // PostgreSQL sums BIGINT as NUMERIC, which takes longer.
        return jdbc.query(
                "SELECT s.name AS subnet, p.node, p.number, p.name, r.total FROM (SELECT t.port_id,"
                        + " SUM(CAST(t.total AS DOUBLE PRECISION)) AS total"
                        + " FROM (" + rows
                        + ") t WHERE t.total > 0 AND t.at_ms >= ? AND t.at_ms < ? GROUP BY t.port_id) r"
                        + " JOIN port p ON p.id = r.port_id JOIN subnet s ON s.id = p.subnet_id"
                        + " WHERE s.name = ? ORDER BY r.total DESC, p.id LIMIT ?",
                (row, number) -> new RankedPort(
                        row.getString("subnet"),
                        row.getString("node"),
                        row.getInt("number"),
                        row.getString("name"),
                        (long) row.getDouble("total")),
                from,
                range.to().toEpochMilli(),
                subnet,
                limit);
    }

    /** Returns the time until which the sums of hours are complete; {@code port_recent} has what follows. */
    private long summedHours() {
        List<Long> until =
                jdbc.queryForList("SELECT until_ms FROM roll_up WHERE name = ?", Long.class, Source.HOURS.table);
        return until.isEmpty() ? 0 : until.get(0);
    }
}
