package io.verbena.monitor.store;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Component;

/** The intervals that were summed before a sweep of theirs arrived, for example from the outbox of a collector. */
@Component
record LateSums(JdbcTemplate jdbc, Clock clock) {
    /** Age of a sweep from which it may belong to an interval that has been summed, or is being summed. */
    private static final Duration LATE = Duration.ofSeconds(30);

    private static final long FIVE_MINUTES = Duration.ofMinutes(5).toMillis();

    /**
     * An interval of five minutes.
     *
     * @param subnet the number of the subnet
     * @param fromMillis its begin
     */
    record Interval(int subnet, long fromMillis) {}

    /**
     * Marks the interval of a late sweep, within the transaction that writes it. The lock keeps the interval from being
     * summed at the same time.
     */
    void mark(int subnet, Instant sweep) {
        if (sweep.isAfter(clock.instant().minus(LATE))) {
            return;
        }
        long from = sweep.toEpochMilli() / FIVE_MINUTES * FIVE_MINUTES;
        List<Long> until = lock();
        if (!until.isEmpty() && until.get(0) > from && !intervals().contains(new Interval(subnet, from))) {
            jdbc.update("INSERT INTO late_sum (subnet_id, at_ms) VALUES (?, ?)", subnet, from);
        }
    }

    /** Waits for other transactions that sum or mark, and returns up to which time sums are complete. */
    List<Long> lock() {
        return jdbc.queryForList("SELECT until_ms FROM roll_up WHERE name = 'port_5m' FOR UPDATE", Long.class);
    }

    List<Interval> intervals() {
        return jdbc.query(
                "SELECT subnet_id, at_ms FROM late_sum ORDER BY at_ms, subnet_id",
                (row, number) -> new Interval(row.getInt(1), row.getLong(2)));
    }

    void remove(Interval interval) {
        jdbc.update("DELETE FROM late_sum WHERE subnet_id = ? AND at_ms = ?", interval.subnet(), interval.fromMillis());
    }
}
