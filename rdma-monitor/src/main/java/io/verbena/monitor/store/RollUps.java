package io.verbena.monitor.store;

import io.verbena.monitor.model.MonitoredCounter;
import io.verbena.monitor.store.Dialect.SampleTable;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;
import org.springframework.transaction.TransactionException;
import org.springframework.transaction.support.TransactionTemplate;

/** Sums samples over five minutes and over one hour, and removes what is older than its retention. */
@Component
public record RollUps(
        JdbcTemplate jdbc,
        TransactionTemplate transactions,
        Dialect dialect,
        LateSums late,
        StoreProperties properties,
        Clock clock) {
    private static final Logger LOG = LoggerFactory.getLogger(RollUps.class);
    private static final Duration FIVE_MINUTES = Duration.ofMinutes(5);
    private static final Duration HOUR = Duration.ofHours(1);

    /** Time after the end of an interval during which its samples may still arrive. */
    private static final Duration LATE = Duration.ofMinutes(1);

    private static final String COLUMNS =
            MonitoredCounter.ALL.stream().map(MonitoredCounter::column).collect(Collectors.joining(", "));
    private static final String SUMS = MonitoredCounter.ALL.stream()
            .map(counter -> "SUM(" + counter.column() + ")")
            .collect(Collectors.joining(", "));

    /** Sums all intervals that have ended. A failure of the database is logged, and the next run continues. */
    @Scheduled(fixedDelay = 60_000, initialDelay = 30_000)
    public void sum() {
        try {
            sum(SampleTable.PORT_SAMPLE, SampleTable.PORT_5M, FIVE_MINUTES, clock.instant());
            Instant summed = until(SampleTable.PORT_5M);
            if (summed != null) {
                sum(SampleTable.PORT_5M, SampleTable.PORT_1H, HOUR, summed.plus(LATE));
            }
            sumLate();
            transactions.executeWithoutResult(status -> sumRecent());
        } catch (DataAccessException | TransactionException e) {
            LOG.warn("Samples cannot be summed: {}", e.getMessage());
        }
    }

    private void sum(SampleTable source, SampleTable target, Duration step, Instant now) {
        long width = step.toMillis();
        long end = now.minus(LATE).toEpochMilli() / width * width;
        Instant done = until(target);
        Long first = done == null
                ? jdbc.queryForObject("SELECT MIN(at_ms) FROM " + source.table(), Long.class)
                : Long.valueOf(done.toEpochMilli());
        if (first == null) {
            return;
        }
        for (long from = first / width * width; from < end; from += width) {
            long start = from;
            dialect.prepare(target, Instant.ofEpochMilli(start));
            transactions.executeWithoutResult(status -> sum(source, target, start, start + width));
        }
    }

    /** Sums intervals again whose sweeps arrived late. An interval that is older than the retention of samples is not summed again. */
    private void sumLate() {
        long oldest = clock.instant().minus(properties.raw()).plus(FIVE_MINUTES).toEpochMilli();
        for (LateSums.Interval interval : late.intervals()) {
            long from = interval.fromMillis();
            dialect.prepare(SampleTable.PORT_5M, Instant.ofEpochMilli(from));
            transactions.executeWithoutResult(status -> {
                late.lock();
                String ports = " AND port_id IN (SELECT id FROM port WHERE subnet_id = " + interval.subnet() + ")";
                long hour = from / HOUR.toMillis() * HOUR.toMillis();
                if (from >= oldest) {
                    sum(SampleTable.PORT_SAMPLE, SampleTable.PORT_5M, from, from + FIVE_MINUTES.toMillis(), ports);
                    if (isSummed(SampleTable.PORT_1H, hour)) {
                        sum(SampleTable.PORT_5M, SampleTable.PORT_1H, hour, hour + HOUR.toMillis(), ports);
                    }
                }
                late.remove(interval);
            });
        }
    }

    /** Sums what follows the last full hour, so that a ranking of hours need not read the sums of five minutes. */
    private void sumRecent() {
        List<Long> hours = untilForUpdate(SampleTable.PORT_1H);
        if (!hours.isEmpty()) {
            jdbc.update("DELETE FROM " + SampleTable.PORT_RECENT.table());
            sum(SampleTable.PORT_5M, SampleTable.PORT_RECENT, hours.get(0), Long.MAX_VALUE, "");
        }
    }

    private boolean isSummed(SampleTable table, long from) {
        Instant until = until(table);
        return until != null && until.toEpochMilli() > from;
    }

    /** Sums an interval, unless another process has done so meanwhile. */
    private void sum(SampleTable source, SampleTable target, long from, long until) {
        List<Long> done = untilForUpdate(target);
        if (!done.isEmpty() && done.get(0) > from) {
            return;
        }
        sum(source, target, from, until, "");
        if (jdbc.update("UPDATE roll_up SET until_ms = ? WHERE name = ?", until, target.table()) == 0) {
            jdbc.update("INSERT INTO roll_up (name, until_ms) VALUES (?, ?)", target.table(), until);
        }
    }

    private void sum(SampleTable source, SampleTable target, long from, long until, String ports) {
        boolean raw = source == SampleTable.PORT_SAMPLE;
        String statistics = raw
                ? "COUNT(*), SUM(interval_ms), SUM(reset), SUM(saturated),"
                        + " MAX(xmit_data * 1000.0 / interval_ms), MAX(xmit_wait * 1000.0 / interval_ms)"
                : "SUM(samples), SUM(interval_ms), SUM(resets), SUM(saturated),"
                        + " MAX(max_xmit_data_rate), MAX(max_xmit_wait_rate)";
        // Rankings read the rows in the order of insertion, and sum them faster if the ports are in order.
        jdbc.update("DELETE FROM " + target.table() + " WHERE at_ms >= ? AND at_ms < ?" + ports, from, until);
        jdbc.update(
                "INSERT INTO " + target.table() + " (at_ms, port_id, samples, interval_ms, resets, saturated,"
                        + " max_xmit_data_rate, max_xmit_wait_rate, " + COLUMNS + ") SELECT " + from + ", port_id, "
                        + statistics + ", " + SUMS + " FROM " + source.table()
                        + " WHERE at_ms >= ? AND at_ms < ?" + ports + " GROUP BY port_id ORDER BY port_id",
                from,
                until);
    }

    private List<Long> untilForUpdate(SampleTable table) {
        return jdbc.queryForList("SELECT until_ms FROM roll_up WHERE name = ? FOR UPDATE", Long.class, table.table());
    }

    private @Nullable Instant until(SampleTable table) {
        List<Long> found = jdbc.queryForList("SELECT until_ms FROM roll_up WHERE name = ?", Long.class, table.table());
        return found.isEmpty() ? null : Instant.ofEpochMilli(found.get(0));
    }

    /** Removes rows that are older than their retention. */
    @Scheduled(fixedDelay = 3_600_000, initialDelay = 120_000)
    public void remove() {
        Instant now = clock.instant();
        try {
            dialect.remove(SampleTable.PORT_SAMPLE, now.minus(properties.raw()));
            dialect.remove(SampleTable.PORT_5M, now.minus(properties.fiveMinutes()));
            dialect.remove(SampleTable.PORT_1H, now.minus(properties.hours()));
            long events = now.minus(properties.events()).toEpochMilli();
            jdbc.update("DELETE FROM event WHERE at_ms < ?", events);
            jdbc.update("DELETE FROM alarm_transition WHERE at_ms < ?", events);
            jdbc.update("DELETE FROM alarm WHERE state = 'cleared' AND seen_ms < ?", events);
            jdbc.update("DELETE FROM finding WHERE resolved_ms < ?", events);
            jdbc.update(
                    "DELETE FROM sweep WHERE at_ms < ?",
                    now.minus(properties.hours()).toEpochMilli());
            // The last topology before the limit is the topology at the limit.
            jdbc.update(
                    "DELETE FROM topology WHERE at_ms < (SELECT MAX(t.at_ms) FROM topology t"
                            + " WHERE t.subnet_id = topology.subnet_id AND t.at_ms <= ?)",
                    now.minus(properties.hours()).toEpochMilli());
        } catch (DataAccessException e) {
            LOG.warn("Old rows cannot be removed: {}", e.getMessage());
        }
    }
}
