package io.verbena.monitor.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.verbena.monitor.MonitorApplication;
import io.verbena.monitor.channel.OutboxChannel;
import io.verbena.monitor.model.MonitoredCounter;
import io.verbena.monitor.model.Observation.ManagerEntry;
import io.verbena.monitor.model.Observation.MonitorEvent;
import io.verbena.monitor.model.Observation.MonitorSweep;
import io.verbena.monitor.model.PortPlace;
import io.verbena.monitor.model.PortSample;
import io.verbena.monitor.model.TopologySnapshot;
import io.verbena.monitor.model.TopologySnapshot.NodeEntry;
import io.verbena.monitor.model.TopologySnapshot.PortEntry;
import io.verbena.monitor.store.PostgresServer;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;

/** Collectors and aggregators in several processes, with a real broker that is killed and an aggregator that is killed. */
@EnabledIf(value = "io.verbena.monitor.store.PostgresServer#isInstalled", disabledReason = "not installed: postgresql")
class KafkaChannelTest {
    private static final List<String> SUBNETS = List.of("east", "west", "north", "south");
    /** Several processes start at the same time. */
    private static final Duration LIMIT = Duration.ofMinutes(5);

    private static final int PARTITIONS = 6;
    private static final int SWEEPS = 40;
    private static final long ALL = (long) SWEEPS * SUBNETS.size();

    @TempDir
    Path directory;

    private static MonitorSweep sweep(String subnet, Instant at, int number) {
        long[] values = new long[MonitoredCounter.ALL.size()];
        long[] deltas = new long[MonitoredCounter.ALL.size()];
        Arrays.fill(values, number);
        Arrays.fill(deltas, 1);
        PortPlace place = new PortPlace("0x0002c90300000010", 1);
        return new MonitorSweep(
                subnet,
                at,
                1,
                new TopologySnapshot(List.of(new NodeEntry(
                        place.node(),
                        "host",
                        "host of " + subnet,
                        "0x0002c90300000013",
                        List.of(new PortEntry(1, null, 7, "Active", 4, "HDR", 4, "HDR", null))))),
                List.of(new PortSample(place, 1000, false, 0, values, deltas)),
                List.of(),
                List.of(),
                new ManagerEntry("", false, ""));
    }

    private ConfigurableApplicationContext collector(KafkaServer broker) {
        return SpringApplication.run(
                MonitorApplication.class,
                arguments(
                        broker,
                        "monitor.roles.store=false",
                        "monitor.roles.watch=false",
                        "spring.datasource.url=jdbc:h2:mem:collector",
                        "monitor.kafka.outbox=" + directory.resolve("outbox")));
    }

    private static String[] arguments(KafkaServer broker, String... more) {
        return Stream.concat(
                        Stream.of(
                                "server.port=0",
                                "rdma.enabled=false",
                                "monitor.kafka.enabled=true",
                                "monitor.kafka.partitions=" + PARTITIONS,
                                "spring.main.banner-mode=off",
                                "logging.level.root=warn",
                                broker.property()),
                        Stream.of(more))
                .map(property -> "--" + property)
                .toArray(String[]::new);
    }

    private Process aggregator(KafkaServer broker, PostgresServer database, int number) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Xmx256m",
                "-cp",
                System.getProperty("java.class.path"),
                MonitorApplication.class.getName()));
        command.addAll(List.of(arguments(broker, "monitor.roles.collect=false", "monitor.roles.watch=false")));
        command.addAll(Stream.of(database.properties())
                .map(property -> "--" + property)
                .toList());
        return new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(
                        directory.resolve("aggregator" + number + ".log").toFile())
                .start();
    }

    @Test
    void nothingIsMissingOrDoubled() throws Exception {
        List<Process> aggregators = new ArrayList<>();
        Instant start = Instant.now();
        String dump = directory.resolve("dump").toString();
        try (KafkaServer broker = KafkaServer.start(directory);
                PostgresServer database = PostgresServer.start();
                Connection ledger = database.connect();
                ConfigurableApplicationContext collector = collector(broker)) {
            aggregators.add(aggregator(broker, database, 1));
            aggregators.add(aggregator(broker, database, 2));
            OutboxChannel channel = collector.getBean(OutboxChannel.class);
            for (int i = 0; i < SWEEPS; i++) {
                if (i == 10) {
                    await().atMost(LIMIT).ignoreExceptions().until(() -> count(ledger, "sweep") > 0);
                    broker.kill();
                }
                if (i == 20) {
                    assertThat(channel.state().waiting()).as("in the outbox").isPositive();
                    broker.restart();
                    database.client("pg_dump", "--format=custom", "--file=" + dump, "postgres");
                }
                if (i == 30) {
                    aggregators.get(0).destroyForcibly().waitFor();
                }
                for (String subnet : SUBNETS) {
                    channel.publish(sweep(subnet, start.plusSeconds(i), i));
                    channel.publish(
                            new MonitorEvent(subnet, start.plusSeconds(i), "link-up", "info", "", 0, "event " + i));
                }
            }
            await().atMost(LIMIT)
                    .untilAsserted(() -> assertThat(channel.state().waiting()).isZero());
            await().atMost(LIMIT).untilAsserted(() -> {
                assertThat(count(ledger, "sweep")).isEqualTo(ALL);
                assertThat(count(ledger, "event")).isEqualTo(ALL);
            });
            assertThat(count(ledger, "port_sample")).isEqualTo(ALL);
            assertThat(number(ledger, "SELECT SUM(symbol_error) FROM port_sample"))
                    .isEqualTo(ALL);
            assertThat(channel.state().dropped()).isZero();

            // The back-up lacks what came later, which the topic still has.
            aggregators.get(1).destroyForcibly().waitFor();
            database.client("psql", "--command=DROP SCHEMA public CASCADE; CREATE SCHEMA public", "postgres");
            database.client("pg_restore", "--exit-on-error", "--dbname=postgres", dump);
            assertThat(count(ledger, "sweep")).isBetween(1L, ALL - 1);
            readAgain(broker, start.minus(Duration.ofHours(1)));
            aggregators.add(aggregator(broker, database, 3));
            await().atMost(LIMIT).untilAsserted(() -> {
                assertThat(count(ledger, "sweep")).isEqualTo(ALL);
                assertThat(count(ledger, "event")).isEqualTo(ALL);
                assertThat(number(ledger, "SELECT SUM(symbol_error) FROM port_sample"))
                        .isEqualTo(ALL);
            });
        } finally {
            aggregators.forEach(Process::destroyForcibly);
        }
    }

    /** Sets the offsets of the aggregators to a time, which the brokers refuse until they miss the last aggregator. */
    private static void readAgain(KafkaServer broker, Instant from) {
        Properties connection = new Properties();
        connection.put(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, broker.address());
        try (Admin admin = Admin.create(connection)) {
            await().atMost(LIMIT).ignoreExceptions().untilAsserted(() -> {
                Map<TopicPartition, OffsetSpec> times = new HashMap<>();
                for (int i = 0; i < PARTITIONS; i++) {
                    times.put(
                            new TopicPartition("verbena.observations", i),
                            OffsetSpec.forTimestamp(from.toEpochMilli()));
                }
                Map<TopicPartition, OffsetAndMetadata> offsets = new HashMap<>();
                admin.listOffsets(times)
                        .all()
                        .get()
                        .forEach((partition, found) ->
                                offsets.put(partition, new OffsetAndMetadata(Math.max(0, found.offset()))));
                admin.alterConsumerGroupOffsets("verbena-monitor", offsets)
                        .all()
                        .get();
            });
        }
    }

    private static long count(Connection ledger, String table) throws SQLException {
        return number(ledger, "SELECT COUNT(*) FROM " + table);
    }

    private static long number(Connection ledger, String query) throws SQLException {
        try (Statement statement = ledger.createStatement();
                ResultSet rows = statement.executeQuery(query)) {
            rows.next();
            return rows.getLong(1);
        }
    }
}
