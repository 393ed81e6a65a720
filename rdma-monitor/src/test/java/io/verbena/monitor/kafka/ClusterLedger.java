package io.verbena.monitor.kafka;

import io.verbena.monitor.MonitorApplication;
import io.verbena.monitor.store.PostgresServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Subnets in three processes of collectors, two aggregators, a broker and a database. It kills one of each in turn for some
 * minutes, and compares the database with the ledgers of the collectors.
 */
final class ClusterLedger {
    private static final int COLLECTORS = 3;
    private static final int AGGREGATORS = 2;
    private static final String ASSIGNED = "partitions of the observations";
    private static final long POLL_MILLIS = 250;
    private static final long PHASE_MILLIS = 40_000;
    private static final long END_MILLIS = 300_000;
    /** The applications of all subnets start at the same time. */
    private static final long START_MILLIS = 900_000;

    private final int subnets;
    private final String topology;
    private final String interval;
    private final Path directory;
    private final KafkaServer broker;
    private final PostgresServer database;
    private final Connection connection;
    private final Process[] collectors = new Process[COLLECTORS];
    private final Process[] aggregators = new Process[AGGREGATORS];
    private final Map<String, Long> stored = new HashMap<>();
    private final Map<String, String> published = new TreeMap<>();

    private ClusterLedger(
            String[] arguments, Path directory, KafkaServer broker, PostgresServer database, Connection connection) {
        this.subnets = Integer.parseInt(arguments[1]);
        this.topology = arguments[2];
        this.interval = arguments[3];
        this.directory = directory;
        this.broker = broker;
        this.database = database;
        this.connection = connection;
    }

    /** Starts with the number of minutes, the number of subnets, their topology, and the interval of their sweeps. */
    public static void main(String[] arguments) throws Exception {
        Path directory = Files.createTempDirectory("cluster");
        try (KafkaServer broker = KafkaServer.start(directory);
                PostgresServer database = PostgresServer.start();
                Connection connection = database.connect()) {
            ClusterLedger cluster = new ClusterLedger(arguments, directory, broker, database, connection);
            try {
                cluster.run(Double.parseDouble(arguments[0]));
            } finally {
                Stream.of(cluster.collectors, cluster.aggregators)
                        .flatMap(Stream::of)
                        .filter(Objects::nonNull)
                        .forEach(Process::destroyForcibly);
            }
        }
    }

    private void run(double minutes) throws Exception {
        long begin = System.currentTimeMillis();
        // The first aggregator creates the tables.
        startAggregator(0);
        for (int i = 0; i < COLLECTORS; i++) {
            startCollector(i);
        }
        await(
                () -> stored.keySet().stream()
                                .map(ClusterLedger::subnet)
                                .distinct()
                                .count()
                        == subnets,
                START_MILLIS);
        startAggregator(1);
        await(() -> Files.readString(directory.resolve("aggregator1.log")).contains(ASSIGNED), START_MILLIS);
        System.out.printf("started in %.0f s%n", (System.currentTimeMillis() - begin) / 1000.0);
        phase("no fault", () -> {});
        long end = System.currentTimeMillis() + (long) (minutes * 60_000);
        for (int i = 0; System.currentTimeMillis() < end; i++) {
            int aggregator = i % AGGREGATORS;
            int collector = i % COLLECTORS;
            phase("kill -9 of an aggregator", () -> {
                aggregators[aggregator].destroyForcibly().waitFor();
                Thread.sleep(15_000);
                startAggregator(aggregator);
            });
            phase("kill -9 of a collector", () -> {
                collectors[collector].destroyForcibly().waitFor();
                startCollector(collector);
            });
            phase("kill -9 of the broker", () -> {
                broker.kill();
                broker.restart();
            });
        }
        compare(System.currentTimeMillis());
    }

    private void startCollector(int number) throws IOException {
        List<String> arguments = new ArrayList<>(List.of(directory.toString(), topology, interval, broker.property()));
        IntStream.range(0, subnets)
                .filter(subnet -> subnet % COLLECTORS == number)
                .forEach(subnet -> arguments.add("subnet" + subnet));
        collectors[number] = start("collector" + number, "-Xmx1g", CollectorProcess.class, arguments);
    }

    private void startAggregator(int number) throws IOException {
        List<String> arguments = Stream.concat(
                        Stream.of(
                                "server.port=0",
                                "rdma.enabled=false",
                                "monitor.kafka.enabled=true",
                                "monitor.roles.collect=false",
                                "monitor.roles.watch=false",
                                "spring.main.banner-mode=off",
                                broker.property()),
                        Stream.of(database.properties()))
                .map(property -> "--" + property)
                .toList();
        aggregators[number] = start("aggregator" + number, "-Xmx512m", MonitorApplication.class, arguments);
    }

    private Process start(String name, String heap, Class<?> main, List<String> arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                heap,
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                main.getName()));
        command.addAll(arguments);
        return new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(
                        directory.resolve(name + ".log").toFile()))
                .start();
    }

    private interface Action {
        void run() throws Exception;
    }

    private interface Condition {
        boolean holds() throws Exception;
    }

    /** Injects a fault, and prints how long it took and how long sweeps waited for the store. */
    private void phase(String name, Action fault) throws Exception {
        long begin = System.currentTimeMillis();
        Thread injection = new Thread(() -> {
            try {
                fault.run();
            } catch (Exception e) {
                throw new IllegalStateException(name, e);
            }
        });
        injection.start();
        await(() -> !injection.isAlive(), END_MILLIS);
        long repaired = System.currentTimeMillis();
        await(() -> waiting(repaired) == 0, END_MILLIS);
        long caughtUp = System.currentTimeMillis();
        await(() -> System.currentTimeMillis() > begin + PHASE_MILLIS, PHASE_MILLIS + END_MILLIS);
        long longest = stored.entrySet().stream()
                .filter(entry -> entry.getValue() >= begin)
                .mapToLong(entry -> entry.getValue() - at(entry.getKey()))
                .max()
                .orElse(0);
        System.out.printf(
                "%-25s %5.1f s until it was started again, then %4.1f s until no sweep waited;"
                        + " longest time from a sweep to the store: %5.1f s%n",
                name, (repaired - begin) / 1000.0, (caughtUp - repaired) / 1000.0, longest / 1000.0);
    }

    private void await(Condition condition, long millis) throws Exception {
        long end = System.currentTimeMillis() + millis;
        do {
            poll();
            if (condition.holds()) {
                return;
            }
            Thread.sleep(POLL_MILLIS);
        } while (System.currentTimeMillis() < end);
        throw new IllegalStateException(
                "timeout; see the logs in " + directory + "; waiting: " + waiting(Long.MAX_VALUE));
    }

    private long waiting(long until) {
        return published.keySet().stream()
                .filter(key -> at(key) <= until && !stored.containsKey(key))
                .count();
    }

    /** Reads the ledgers and the keys of the stored sweeps. */
    private void poll() throws IOException, SQLException {
        for (int i = 0; i < subnets; i++) {
            Path ledger = directory.resolve("subnet" + i + ".ledger");
            if (Files.exists(ledger)) {
                for (String line : Files.readAllLines(ledger)) {
                    String[] words = line.split(" ", -1);
                    published.put(words[0] + " " + words[1], words[2] + " " + words[3]);
                }
            }
        }
        if (rows("SELECT 1 FROM pg_tables WHERE tablename = 'sweep'").isEmpty()) {
            return;
        }
        long now = System.currentTimeMillis();
        rows("SELECT name || ' ' || at_ms FROM sweep JOIN subnet ON id = subnet_id")
                .forEach(key -> stored.putIfAbsent(key, now));
    }

    private List<String> rows(String query) throws SQLException {
        List<String> rows = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(query)) {
            while (result.next()) {
                rows.add(result.getString(1));
            }
        }
        return rows;
    }

    private static String subnet(String key) {
        return key.substring(0, key.indexOf(' '));
    }

    private static long at(String key) {
        return Long.parseLong(key.substring(key.indexOf(' ') + 1));
    }

    /** Compares the sweeps up to a time. */
    private void compare(long until) throws Exception {
        await(() -> waiting(until) == 0, END_MILLIS);
        Map<String, String> sums = new HashMap<>();
        rows("SELECT s.name || ' ' || at_ms || ' ' || COUNT(*) || ' ' || COALESCE(SUM(xmit_data), 0)"
                        + " FROM port_sample JOIN port p ON p.id = port_id JOIN subnet s ON s.id = subnet_id"
                        + " GROUP BY s.name, at_ms")
                .forEach(row -> {
                    String[] words = row.split(" ", -1);
                    sums.put(words[0] + " " + words[1], words[2] + " " + words[3]);
                });
        published.keySet().removeIf(key -> at(key) > until);
        stored.keySet().removeIf(key -> at(key) > until);
        long different = published.entrySet().stream()
                .filter(entry -> !entry.getValue().equals(sums.getOrDefault(entry.getKey(), "0 0")))
                .count();
        long unknown = stored.keySet().stream()
                .filter(key -> !published.containsKey(key))
                .count();
        System.out.printf("sweeps in the ledgers: %d, not stored: %d%n", published.size(), waiting(until));
        System.out.printf("sweeps with other samples or another sum than in the ledger: %d%n", different);
        System.out.printf("sweeps stored that were killed before their line in the ledger: %d%n", unknown);
        System.out.printf(
                "samples: %s%n", rows("SELECT COUNT(*) FROM port_sample").get(0));
        System.out.printf(
                "samples whose interval does not begin at the sweep before: %s%n",
                rows("WITH s AS (SELECT subnet_id, at_ms, LAG(at_ms) OVER (PARTITION BY subnet_id ORDER BY at_ms) AS"
                                + " before FROM sweep) SELECT COUNT(*) FROM port_sample r JOIN port p ON p.id ="
                                + " r.port_id JOIN s ON s.subnet_id = p.subnet_id AND s.at_ms = r.at_ms"
                                + " WHERE r.at_ms - r.interval_ms <> s.before")
                        .get(0));
    }
}
