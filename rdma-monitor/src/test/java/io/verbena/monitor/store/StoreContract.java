package io.verbena.monitor.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.verbena.embedded.EmbeddedPort;
import io.verbena.monitor.WatchedFabric;
import io.verbena.monitor.model.MonitoredCounter;
import io.verbena.monitor.model.Observation.MonitorEvent;
import io.verbena.monitor.model.Observation.MonitorSweep;
import io.verbena.monitor.model.PortPlace;
import io.verbena.monitor.model.TopologySnapshot;
import io.verbena.monitor.query.EventQuery;
import io.verbena.monitor.query.LiveView;
import io.verbena.monitor.query.LoadQuery;
import io.verbena.monitor.query.LoadQuery.FabricLoad;
import io.verbena.monitor.query.LoadQuery.PortLoad;
import io.verbena.monitor.query.PastQuery;
import io.verbena.monitor.query.PortHistory;
import io.verbena.monitor.query.PortHistory.Point;
import io.verbena.monitor.query.TimeRange;
import io.verbena.monitor.query.TopPorts;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.JdbcTemplate;
import tools.jackson.databind.json.JsonMapper;

/** The contract of the store, for each database. */
abstract class StoreContract {
    private static final String SUBNET = "fabric";
    private static final List<MonitoredCounter> SYMBOL_ERRORS = List.of(MonitoredCounter.SYMBOL_ERROR);

    /** Opens the monitor on the database of the test, which outlives it. */
    abstract WatchedFabric open(Instant start, String... properties);

    private static final Instant START = Instant.parse("2026-11-02T00:00:00Z");

    private static long sum(WatchedFabric watched, Instant from, Instant to) {
        return points(watched, from, to).stream()
                .mapToLong(point -> point.sums().getOrDefault("symbol_error", 0L))
                .sum();
    }

    private static List<Point> points(WatchedFabric watched, Instant from, Instant to) {
        return watched.bean(PortHistory.class)
                .of(SUBNET, WatchedFabric.place(watched.port()), new TimeRange(from, to), SYMBOL_ERRORS, 1440)
                .points();
    }

    @Test
    void keepsDeltasOverResetsAndRestarts() {
        Instant end;
        try (WatchedFabric watched = open(START)) {
            EmbeddedPort port = watched.port();
            port.counter("symbolErrorCounter", 1000);
            watched.sweep();
            assertThat(points(watched, START, watched.now().plusSeconds(1)))
                    .as("the first sweep has no deltas")
                    .isEmpty();
            port.count("symbolErrorCounter", 5);
            watched.sweep();
            port.counter("symbolErrorCounter", 2);
            watched.sweep();
            assertThat(sum(watched, START, watched.now().plusSeconds(1))).isEqualTo(7);
            assertThat(points(watched, START, watched.now().plusSeconds(1)))
                    .extracting(Point::resets)
                    .contains(1);
            end = watched.now();
        }
        // A new process. The counters have gone on without the monitor.
        try (WatchedFabric watched = open(end)) {
            watched.port().counter("symbolErrorCounter", 6);
            watched.sweep();
            assertThat(sum(watched, end.plusSeconds(1), watched.now().plusSeconds(1)))
                    .as("the delta since the last sweep of the former process")
                    .isEqualTo(4);
        }
    }

    @Test
    void aSweepIsStoredOnce() {
        try (WatchedFabric watched = open(START)) {
            watched.sweep();
            watched.port().count("symbolErrorCounter", 3);
            watched.sweep();
            MonitorSweep sweep = watched.bean(LiveView.class).sweep(SUBNET).orElseThrow();
            watched.bean(ObservationStore.class).accept(sweep);
            assertThat(sum(watched, START, watched.now().plusSeconds(1))).isEqualTo(3);
            assertThat(watched.bean(StoreHealth.class).state().failure()).isNull();
        }
    }

    @Test
    void anEventIsStoredOnce() {
        try (WatchedFabric watched = open(START)) {
            MonitorEvent event = new MonitorEvent(SUBNET, START, "link-up", "info", "", 0, "a link is up");
            ObservationStore store = watched.bean(ObservationStore.class);
            store.write(event);
            store.write(event);
            store.write(new MonitorEvent(SUBNET, START, "link-up", "info", "", 0, "another link is up"));
            assertThat(count(watched, "event", "kind = 'link-up'")).isEqualTo(2);
        }
    }

    @Test
    void sumsASweepThatArrivesLate() {
        try (WatchedFabric watched = open(START)) {
            RollUps rollUps = watched.bean(RollUps.class);
            ObservationStore store = watched.bean(ObservationStore.class);
            watched.sweep();
            watched.port().count("symbolErrorCounter", 5);
            watched.sweep();
            MonitorSweep last = watched.bean(LiveView.class).sweep(SUBNET).orElseThrow();
            watched.advance(Duration.ofHours(2));
            rollUps.sum();
            assertThat(count(watched, "port_1h", "symbol_error = 5")).isEqualTo(1);

            MonitorSweep late = new MonitorSweep(
                    SUBNET,
                    last.at().plusSeconds(10),
                    last.durationMillis(),
                    last.topology(),
                    last.samples(),
                    List.of(),
                    List.of(),
                    last.manager());
            store.write(late);
            store.write(late);
            rollUps.sum();
            assertThat(count(watched, "port_5m", "symbol_error = 10")).isEqualTo(1);
            assertThat(count(watched, "port_1h", "symbol_error = 10")).isEqualTo(1);
            assertThat(count(watched, "late_sum", "1 = 1")).isZero();
        }
    }

    private static long links(PastQuery past, Instant at) {
        String json = past.topology(SUBNET, at).orElseThrow().topology();
        return new JsonMapper().readValue(json, TopologySnapshot.class).links();
    }

    @Test
    void storesTheTopologyWhenItChanges() {
        try (WatchedFabric watched = open(START)) {
            PastQuery past = watched.bean(PastQuery.class);
            watched.sweeps(3);
            Instant before = watched.now();
            watched.port().down();
            watched.sweeps(3);
            TimeRange all = new TimeRange(START, watched.now().plusSeconds(1));
            assertThat(past.changes(SUBNET, all, 100)).hasSize(2);
            assertThat(links(past, before)).isEqualTo(links(past, watched.now()) + 1);
            assertThat(past.topology(SUBNET, START)).isEmpty();
            List<MonitorEvent> events = watched.bean(EventQuery.class).of(SUBNET, all, List.of(), 100);
            assertThat(events)
                    .as("those of the database and of the live view, each once")
                    .hasSize(count(watched, "event", "1 = 1"))
                    .doesNotHaveDuplicates()
                    .isEqualTo(watched.bean(LiveView.class).events(SUBNET))
                    .extracting(MonitorEvent::kind)
                    .contains("link-down", "node-lost");
            String node = WatchedFabric.place(watched.port()).node();
            assertThat(watched.bean(EventQuery.class).of(SUBNET, all, List.of(node, node + "/1"), 100))
                    .isNotEmpty()
                    .extracting(MonitorEvent::node)
                    .containsOnly(node);
            assertThat(past.topologySince(SUBNET, watched.now()))
                    .as("the live view has the time of the database")
                    .isEqualTo(watched.bean(LiveView.class).topology(SUBNET).map(LiveView.LiveTopology::since));
        }
    }

    @Test
    void tellsTheLoadAtATime() {
        try (WatchedFabric watched = open(START)) {
            LoadQuery query = watched.bean(LoadQuery.class);
            watched.sweep();
            watched.port().count("symbolErrorCounter", 3).count("portXmitData", 30_000_000);
            watched.sweep();
            Instant busy = watched.now();
            watched.sweep();
            PortLoad load = load(query.at(SUBNET, busy.plusSeconds(10)), watched);
            // Words of 32 bits in 30 s; the sweep itself sends some more.
            assertThat(load.bitsPerSecond()).isBetween(32e6, 32.1e6);
            assertThat(load.errors()).isEqualTo(3);
            FabricLoad last = query.at(SUBNET, watched.now());
            assertThat(load(last, watched).errors()).isZero();
            assertThat(watched.bean(LiveView.class).load(SUBNET).orElseThrow().ports())
                    .as("the live view tells the same as the database")
                    .containsExactlyInAnyOrderElementsOf(last.ports());
            assertThat(query.at(SUBNET, START).ports()).isEmpty();
            assertThat(query.at("another", busy).ports()).isEmpty();

            watched.advance(Duration.ofDays(3));
            watched.bean(RollUps.class).sum();
            watched.bean(RollUps.class).remove();
            assertThat(query.at(SUBNET, busy).source()).isEqualTo("port_5m");
            assertThat(load(query.at(SUBNET, busy), watched).errors()).isEqualTo(3);
        }
    }

    private static PortLoad load(FabricLoad load, WatchedFabric watched) {
        return load.ports().stream()
                .filter(port -> new PortPlace(port.node(), port.port()).equals(WatchedFabric.place(watched.port())))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void refusesTheTablesOfANewerRelease() {
        try (WatchedFabric watched = open(START)) {
            watched.bean(JdbcTemplate.class)
                    .update("INSERT INTO \"flyway_schema_history\" (\"installed_rank\", \"version\", \"description\","
                            + " \"type\", \"script\", \"checksum\", \"installed_by\", \"execution_time\", \"success\")"
                            + " VALUES (99, '99', 'later', 'SQL', 'V99__later.sql', 0, 'test', 0, TRUE)");
        }
        assertThatThrownBy(() -> open(START)).hasStackTraceContaining("applied migration not resolved locally: 99");
    }

    @Test
    void ranksPortsByTheirSum() {
        try (WatchedFabric watched = open(START)) {
            watched.sweep();
            watched.port().count("symbolErrorCounter", 9);
            watched.port().peer().orElseThrow().count("symbolErrorCounter", 4);
            watched.sweep();
            assertThat(watched.bean(TopPorts.class)
                            .of(
                                    SUBNET,
                                    SYMBOL_ERRORS,
                                    new TimeRange(START, watched.now().plusSeconds(1)),
                                    20))
                    .extracting(TopPorts.RankedPort::total)
                    .containsExactly(9L, 4L);
        }
    }

    @Test
    void addsThePortsOfANode() {
        try (WatchedFabric watched = open(START)) {
            PortPlace leaf = WatchedFabric.place(watched.port().peer().orElseThrow());
            watched.sweep();
            watched.port().peer().orElseThrow().count("symbolErrorCounter", 4);
            watched.port().peer().orElseThrow().node().port(1).count("symbolErrorCounter", 5);
            watched.sweep();
            TimeRange all = new TimeRange(START, watched.now().plusSeconds(1));
            PortHistory history = watched.bean(PortHistory.class);
            assertThat(history.ofNode(SUBNET, leaf.node(), all, SYMBOL_ERRORS, 1440)
                            .points())
                    .singleElement()
                    .satisfies(point -> {
                        assertThat(point.sums()).containsEntry("symbol_error", 9L);
                        assertThat(point.seconds()).as("of one port").isEqualTo(30);
                    });
            assertThat(history.of(SUBNET, leaf, all, SYMBOL_ERRORS, 1440).points())
                    .extracting(point -> point.sums().get("symbol_error"))
                    .containsExactly(4L);
        }
    }

    @Test
    void sumsSamplesAndRemovesOldOnes() {
        try (WatchedFabric watched = open(START, "monitor.store.raw=2h", "monitor.store.five-minutes=1d")) {
            RollUps rollUps = watched.bean(RollUps.class);
            for (int i = 0; i < 3 * 60; i++) {
                watched.port().count("symbolErrorCounter", 1);
                watched.sweep(Duration.ofMinutes(1));
            }
            rollUps.sum();
            rollUps.sum();
            assertThat(count(watched, "port_5m", "symbol_error = 5")).isEqualTo(34);
            assertThat(count(watched, "port_1h", "symbol_error = 60")).isEqualTo(1);
            // 24 h are answered from sums of five minutes, which lack the last minutes only.
            assertThat(sum(watched, START.minus(Duration.ofHours(21)), watched.now()))
                    .isBetween(170L, 179L);
            // A ranking of 24 h has the sums of full hours, and what follows the last one.
            assertThat(watched.bean(TopPorts.class)
                            .of(
                                    SUBNET,
                                    SYMBOL_ERRORS,
                                    new TimeRange(START.minus(Duration.ofHours(21)), watched.now()),
                                    20))
                    .extracting(TopPorts.RankedPort::total)
                    .isEqualTo(watched.bean(JdbcTemplate.class)
                            .queryForList("SELECT SUM(symbol_error) FROM port_5m", Long.class));

            watched.advance(Duration.ofDays(2));
            rollUps.remove();
            assertThat(count(watched, "port_sample", "1 = 1")).isZero();
            assertThat(count(watched, "port_5m", "1 = 1")).isZero();
            assertThat(count(watched, "port_1h", "symbol_error IS NOT NULL")).isPositive();
            assertThat(sum(watched, START.minus(Duration.ofDays(10)), watched.now()))
                    .isBetween(118L, 179L);
        }
    }

    @Test
    void keepsTheHistoryOfAReleaseWithoutErrorCorrection() {
        Instant end;
        try (WatchedFabric watched = open(START, "rdma.subnet.error-correction=true")) {
            JdbcTemplate jdbc = watched.bean(JdbcTemplate.class);
            watched.port().counter("symbolErrorCounter", 1);
            watched.sweep();
            for (String table : List.of("port_sample", "port_5m", "port_1h", "port_recent")) {
                for (String column :
                        List.of("fec_corrected_blocks", "fec_uncorrectable_blocks", "fec_corrected_symbols")) {
                    jdbc.execute("ALTER TABLE " + table + " DROP COLUMN " + column);
                }
            }
            jdbc.update("DELETE FROM \"flyway_schema_history\" WHERE \"version\" = '4'");
            watched.bean(Dialect.class).prepare(Dialect.SampleTable.PORT_5M, START);
            jdbc.update("INSERT INTO port_5m (at_ms, port_id, samples, interval_ms, resets, saturated, symbol_error)"
                    + " SELECT " + START.toEpochMilli() + ", MIN(id), 10, 300000, 0, 0, 7 FROM port");
            end = watched.now();
        }
        try (WatchedFabric watched = open(end, "rdma.subnet.error-correction=true")) {
            assertThat(count(watched, "port_5m", "symbol_error = 7 AND fec_corrected_blocks IS NULL"))
                    .isEqualTo(1);
            watched.port().count("portFecCorrectedSymbolCtr", 5).count("portFecUncorrectableBlockCtr", 2);
            watched.sweep();
            assertThat(watched.bean(PortHistory.class)
                            .of(
                                    SUBNET,
                                    WatchedFabric.place(watched.port()),
                                    new TimeRange(end, watched.now().plusSeconds(1)),
                                    List.of(
                                            MonitoredCounter.FEC_CORRECTED_SYMBOLS,
                                            MonitoredCounter.FEC_UNCORRECTABLE_BLOCKS),
                                    10)
                            .points())
                    .singleElement()
                    .satisfies(point -> assertThat(point.sums())
                            .containsEntry("fec_corrected_symbols", 5L)
                            .containsEntry("fec_uncorrectable_blocks", 2L));
        }
    }

    static int count(WatchedFabric watched, String table, String condition) {
        Integer rows = watched.bean(JdbcTemplate.class)
                .queryForObject("SELECT COUNT(*) FROM " + table + " WHERE " + condition, Integer.class);
        return rows == null ? 0 : rows;
    }
}
