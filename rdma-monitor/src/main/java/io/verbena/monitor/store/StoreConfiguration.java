package io.verbena.monitor.store;

import io.verbena.monitor.model.MonitoredCounter;
import io.verbena.monitor.model.Observation.MonitorSweep;
import io.verbena.monitor.model.PortPlace;
import io.verbena.monitor.model.PortSample;
import java.io.IOException;
import java.io.StringReader;
import java.sql.DatabaseMetaData;
import java.sql.Types;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import javax.sql.DataSource;
import org.postgresql.PGConnection;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.jdbc.core.ConnectionCallback;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.support.JdbcUtils;
import org.springframework.jdbc.support.MetaDataAccessException;

/** Selects the dialect of the database. */
@Configuration(proxyBeanMethods = false)
class StoreConfiguration {

    @Bean
    Dialect dialect(DataSource source, JdbcTemplate jdbc) throws MetaDataAccessException {
        String product = JdbcUtils.extractDatabaseMetaData(source, DatabaseMetaData::getDatabaseProductName);
        return switch (product) {
            case "H2" -> new H2Dialect(jdbc);
            case "PostgreSQL" -> new PostgresDialect(jdbc);
            default ->
                throw new IllegalArgumentException("the database is " + product
                        + "; the monitor works with H2 and PostgreSQL: set spring.datasource.url accordingly");
        };
    }

    /** Inserts in batches and deletes rows. */
    private record H2Dialect(JdbcTemplate jdbc) implements Dialect {
        private static final int BATCH = 1000;
        private static final String INSERT = "INSERT INTO port_sample (at_ms, port_id, interval_ms, reset, saturated, "
                + MonitoredCounter.ALL.stream().map(MonitoredCounter::column).collect(Collectors.joining(", "))
                + ") VALUES (?, ?, ?, ?, ?, "
                + String.join(", ", Collections.nCopies(MonitoredCounter.ALL.size(), "?")) + ")";

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

    /** Inserts by COPY, into partitions that are dropped when they are old. */
    private static final class PostgresDialect implements Dialect {
        private static final String COPY = "COPY port_sample (at_ms, port_id, interval_ms, reset, saturated, "
                + MonitoredCounter.ALL.stream().map(MonitoredCounter::column).collect(Collectors.joining(", "))
                + ") FROM STDIN";
        private static final DateTimeFormatter DAY = DateTimeFormatter.BASIC_ISO_DATE;

        private final JdbcTemplate jdbc;
        private final Set<String> made = ConcurrentHashMap.newKeySet();

        PostgresDialect(JdbcTemplate jdbc) {
            this.jdbc = jdbc;
        }

        @Override
        public void prepare(SampleTable table, Instant at) {
            LocalDate first = first(table, at);
            makePartition(table, first);
            makePartition(table, first.plusDays(table.partitionDays()));
        }

        private static LocalDate first(SampleTable table, Instant at) {
            long day = LocalDate.ofInstant(at, ZoneOffset.UTC).toEpochDay();
            return LocalDate.ofEpochDay(day - Math.floorMod(day, table.partitionDays()));
        }

        private void makePartition(SampleTable table, LocalDate first) {
            String name = table.table() + "_" + DAY.format(first);
            if (!made.contains(name)) {
                jdbc.execute("CREATE TABLE IF NOT EXISTS %s PARTITION OF %s FOR VALUES FROM (%d) TO (%d)"
                        .formatted(name, table.table(), millis(first), millis(first.plusDays(table.partitionDays()))));
                made.add(name);
            }
        }

        private static long millis(LocalDate day) {
            return day.atStartOfDay(ZoneOffset.UTC).toInstant().toEpochMilli();
        }

        @Override
        public void insert(MonitorSweep sweep, Map<PortPlace, Integer> ids) {
            StringBuilder rows = new StringBuilder();
            for (PortSample sample : sweep.samples()) {
                if (sample.hasDeltas()) {
                    rows.append(sweep.at().toEpochMilli()).append('\t');
                    rows.append(ids.getOrDefault(sample.place(), 0)).append('\t');
                    rows.append(sample.intervalMillis()).append('\t');
                    rows.append(sample.isReset() ? 1 : 0).append('\t');
                    rows.append(sample.isSaturated() ? 1 : 0);
                    for (MonitoredCounter counter : MonitoredCounter.ALL) {
                        long delta = sample.delta(counter);
                        if (delta > 0) {
                            rows.append('\t').append(delta);
                        } else {
                            rows.append("\t\\N");
                        }
                    }
                    rows.append('\n');
                }
            }
            jdbc.execute((ConnectionCallback<Long>) connection -> {
                try {
                    return connection
                            .unwrap(PGConnection.class)
                            .getCopyAPI()
                            .copyIn(COPY, new StringReader(rows.toString()));
                } catch (IOException e) {
                    throw new DataAccessResourceFailureException("cannot copy samples to PostgreSQL", e);
                }
            });
        }

        @Override
        public void remove(SampleTable table, Instant before) {
            String prefix = table.table() + "_";
            for (String name : jdbc.queryForList(
                    "SELECT relname FROM pg_class JOIN pg_inherits ON oid = inhrelid WHERE inhparent = ?::regclass",
                    String.class,
                    table.table())) {
                LocalDate first = LocalDate.parse(name.substring(prefix.length()), DAY);
                if (millis(first.plusDays(table.partitionDays())) <= before.toEpochMilli()) {
                    jdbc.execute("DROP TABLE " + name);
                    made.remove(name);
                }
            }
        }
    }
}
