package io.verbena.monitor.store;

import io.verbena.monitor.model.MonitoredCounter;
import io.verbena.monitor.model.Observation.MonitorSweep;
import io.verbena.monitor.model.PortPlace;
import io.verbena.monitor.model.PortSample;
import java.sql.Types;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.springframework.jdbc.core.JdbcTemplate;

/** Inserts in batches and deletes rows. */
final class H2Dialect implements Dialect {
    private static final int BATCH = 1000;
    private static final String INSERT = "INSERT INTO port_sample (at_ms, port_id, interval_ms, reset, saturated, "
            + MonitoredCounter.ALL.stream().map(MonitoredCounter::column).collect(Collectors.joining(", "))
            + ") VALUES (?, ?, ?, ?, ?, "
            + String.join(", ", Collections.nCopies(MonitoredCounter.ALL.size(), "?")) + ")";

    private final JdbcTemplate jdbc;

    H2Dialect(JdbcTemplate jdbc) {
        this.jdbc = jdbc;
    }

    @Override
    public void prepare(SampleTable table, Instant at) {
        // Tables without partitions need no preparation.
    }

    @Override
    public void insert(MonitorSweep sweep, Map<PortPlace, Integer> ids) {
        List<PortSample> samples =
                sweep.samples().stream().filter(PortSample::hasDeltas).toList();
        jdbc.batchUpdate(INSERT, samples, BATCH, (row, sample) -> {
            row.setLong(1, sweep.at().toEpochMilli());
            row.setInt(2, ids.getOrDefault(sample.place(), 0));
            row.setInt(3, sample.intervalMillis());
            row.setInt(4, sample.isReset() ? 1 : 0);
            row.setInt(5, sample.isSaturated() ? 1 : 0);
            int column = 6;
            for (MonitoredCounter counter : MonitoredCounter.ALL) {
                long delta = sample.delta(counter);
                if (delta > 0) {
                    row.setLong(column, delta);
                } else {
                    row.setNull(column, Types.BIGINT);
                }
                column++;
            }
        });
    }

    @Override
    public void remove(SampleTable table, Instant before) {
        jdbc.update("DELETE FROM " + table.table() + " WHERE at_ms < ?", before.toEpochMilli());
    }
}
