package io.verbena.monitor.store;

import io.verbena.monitor.MonitorApplication;
import io.verbena.monitor.model.MonitoredCounter;
import io.verbena.monitor.model.PortPlace;
import io.verbena.monitor.query.PortHistory;
import io.verbena.monitor.query.TimeRange;
import io.verbena.monitor.query.TopPorts;
import io.verbena.monitor.store.Dialect.SampleTable;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.JdbcTemplate;

/** The monitor on an embedded fabric of 13,284 nodes with PostgreSQL: time from a sweep to the store, memory, and queries of a day. */
final class LargeFabric {
    private static final Duration TIMEOUT = Duration.ofMinutes(5);
    private static final long POLL_MILLIS = 50;
    private static final int QUERIES = 5;
    private static final double MEGABYTE = 1e6;

    private LargeFabric() {}

    /** Starts with the number of sweeps. */
    public static void main(String[] arguments) throws Exception {
        try (PostgresServer server = PostgresServer.start()) {
            String[] properties = Stream.concat(
                            Stream.of(
                                    "server.port=0",
                                    "rdma.fabric.type=embedded",
                                    "rdma.fabric.topology=fat-tree3:36",
                                    "rdma.subnet.interval=30s",
                                    "spring.main.banner-mode=off",
                                    "logging.level.root=warn"),
                            Stream.of(server.properties()))
                    .map(property -> "--" + property)
                    .toArray(String[]::new);
            try (ConfigurableApplicationContext monitor = SpringApplication.run(MonitorApplication.class, properties)) {
                JdbcTemplate jdbc = monitor.getBean(JdbcTemplate.class);
                sweeps(jdbc, Integer.parseInt(arguments[0]));
                System.gc();
                Runtime runtime = Runtime.getRuntime();
                System.out.printf(
                        "live heap: %.0f MB, limit %.0f MB%n",
                        (runtime.totalMemory() - runtime.freeMemory()) / MEGABYTE, runtime.maxMemory() / MEGABYTE);
                queries(monitor, jdbc);
            }
        }
    }

    private static void sweeps(JdbcTemplate jdbc, int sweeps) throws InterruptedException {
        Instant end = Instant.now().plus(TIMEOUT);
        long seen = 0;
        for (int count = 0; count < sweeps && Instant.now().isBefore(end); ) {
            Thread.sleep(POLL_MILLIS);
            for (Map<String, Object> sweep :
                    jdbc.queryForList("SELECT at_ms, samples, duration_ms FROM sweep WHERE at_ms > ?", seen)) {
                seen = (Long) Objects.requireNonNull(sweep.get("at_ms"));
                count++;
                System.out.printf(
                        "sweep: %s ports, read in %s ms, stored %d ms later%n",
                        sweep.get("samples"), sweep.get("duration_ms"), System.currentTimeMillis() - seen);
            }
        }
        size(jdbc, "port_sample", "sample");
    }

    private static void size(JdbcTemplate jdbc, String table, String row) {
        List<Long> sizes = jdbc.queryForList(
                "SELECT pg_total_relation_size(inhrelid) FROM pg_inherits WHERE inhparent = ?::regclass",
                Long.class,
                table);
        long rows =
                jdbc.queryForList("SELECT COUNT(*) FROM " + table, Long.class).get(0);
        long bytes = sizes.stream().mapToLong(size -> size).sum();
        System.out.printf(
                "%s: %d rows, %.0f MB, %d bytes per %s%n",
                table, rows, bytes / MEGABYTE, bytes / Math.max(1, rows), row);
    }

    /** Fills sums of five minutes for a day, as an idle fabric with some traffic and few errors has them. */
    private static void queries(ConfigurableApplicationContext monitor, JdbcTemplate jdbc) {
        Instant now = Instant.now();
        Dialect dialect = monitor.getBean(Dialect.class);
        for (int day = 0; day < 3; day++) {
            dialect.prepare(SampleTable.PORT_5M, now.minus(Duration.ofDays(day)));
        }
        dialect.prepare(SampleTable.PORT_1H, now);
        dialect.prepare(SampleTable.PORT_1H, now.minus(Duration.ofDays(1)));
        long from = now.minus(Duration.ofDays(1)).toEpochMilli() / 300_000 * 300_000;
        jdbc.update(
                "INSERT INTO port_5m (at_ms, port_id, samples, interval_ms, resets, saturated, symbol_error, xmit_data,"
                        + " rcv_data, xmit_packets, rcv_packets) SELECT ? + n * 300000, id, 10, 300000, 0, 0,"
                        + " CASE WHEN (id + n) % 1000 = 0 THEN 1 END, id * 1000, id * 1000, id, id"
                        + " FROM generate_series(0, 286) n, port ORDER BY n, id ON CONFLICT DO NOTHING",
                from);
        long summed = now.toEpochMilli() / 3_600_000 * 3_600_000;
        jdbc.update("DELETE FROM roll_up WHERE name = 'port_1h'");
        jdbc.update("INSERT INTO roll_up (name, until_ms) VALUES ('port_1h', ?)", summed);
        sumHours(jdbc, "port_1h", 0, summed);
        sumHours(jdbc, "port_recent", summed, Long.MAX_VALUE);
        jdbc.execute("ANALYZE");
        size(jdbc, "port_5m", "sum of five minutes");
        size(jdbc, "port_1h", "sum of an hour");
        String subnet =
                jdbc.queryForList("SELECT name FROM subnet", String.class).get(0);
        PortPlace place = jdbc.query(
                        "SELECT node, number FROM port ORDER BY id DESC LIMIT 1",
                        (row, number) -> new PortPlace(row.getString(1), row.getInt(2)))
                .get(0);
        // Longer than what is answered from samples.
        TimeRange day = new TimeRange(now.minus(Duration.ofDays(1)), now);
        List<MonitoredCounter> data = List.of(MonitoredCounter.XMIT_DATA, MonitoredCounter.RCV_DATA);
        time(
                "chart of a port over 24 h",
                () -> monitor.getBean(PortHistory.class).of(subnet, place, day, data, 1440));
        time(
                "20 first ports of 24 h by errors",
                () -> monitor.getBean(TopPorts.class).of(subnet, List.of(MonitoredCounter.SYMBOL_ERROR), day, 20));
        time(
                "20 first ports of 24 h by data",
                () -> monitor.getBean(TopPorts.class).of(subnet, List.of(MonitoredCounter.RCV_DATA), day, 20));
    }

    private static void sumHours(JdbcTemplate jdbc, String table, long from, long until) {
        jdbc.update("DELETE FROM " + table);
        jdbc.update(
                "INSERT INTO " + table
                        + " (at_ms, port_id, samples, interval_ms, resets, saturated, symbol_error, xmit_data, rcv_data,"
                        + " xmit_packets, rcv_packets) SELECT at_ms / 3600000 * 3600000, port_id, SUM(samples),"
                        + " SUM(interval_ms), 0, 0, SUM(symbol_error), SUM(xmit_data), SUM(rcv_data), SUM(xmit_packets),"
                        + " SUM(rcv_packets) FROM port_5m WHERE at_ms >= ? AND at_ms < ? GROUP BY 1, 2 ORDER BY 1, 2",
                from,
                until);
    }

    private static void time(String name, Runnable query) {
        List<Double> times = new ArrayList<>();
        for (int i = 0; i < QUERIES; i++) {
            long begin = System.nanoTime();
            query.run();
            times.add((System.nanoTime() - begin) / 1e6);
        }
        System.out.printf(
                "%s: first %.0f ms, median %.0f ms%n",
                name, times.get(0), times.stream().sorted().toList().get(QUERIES / 2));
    }
}
