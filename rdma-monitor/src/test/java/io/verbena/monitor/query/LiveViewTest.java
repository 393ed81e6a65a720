package io.verbena.monitor.query;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.monitor.model.Observation.ManagerEntry;
import io.verbena.monitor.model.Observation.MonitorEvent;
import io.verbena.monitor.model.Observation.MonitorSweep;
import io.verbena.monitor.model.TopologySnapshot;
import io.verbena.monitor.model.TopologySnapshot.NodeEntry;
import io.verbena.monitor.query.LiveView.SharedSystem;
import io.verbena.monitor.query.LiveView.SystemPlace;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class LiveViewTest {
    private static final Instant AT = Instant.parse("2026-11-02T00:00:00Z");
    private static final String NONE = "0x0000000000000000";

    private static NodeEntry node(String guid, String type, String system) {
        return new NodeEntry(guid, type, "name of " + guid, system, List.of());
    }

    private static MonitorSweep sweep(String subnet, Instant at, NodeEntry... nodes) {
        return new MonitorSweep(
                subnet,
                at,
                1,
                new TopologySnapshot(List.of(nodes)),
                List.of(),
                List.of(),
                List.of(),
                new ManagerEntry("", false, ""));
    }

    @Test
    void aSystemInTwoSubnetsIsOne() {
        LiveView live = new LiveView();
        live.accept(sweep("east", AT, node("0x01", "host", "0x0a"), node("0x02", "router", NONE)));
        live.accept(sweep(
                "west", AT, node("0x03", "host", "0x0a"), node("0x02", "router", NONE), node("0x04", "host", NONE)));
        live.accept(sweep("west", AT.minusSeconds(30), node("0x05", "host", "0x0b")));

        assertThat(live.sharedSystems())
                .containsExactly(
                        new SharedSystem(
                                "0x02", List.of(place("east", "0x02", "router"), place("west", "0x02", "router"))),
                        new SharedSystem(
                                "0x0a", List.of(place("east", "0x01", "host"), place("west", "0x03", "host"))));
        assertThat(live.subnets()).containsExactly("east", "west");
        assertThat(live.preferred("west")).isEqualTo("west");
        assertThat(live.preferred("fabric")).isEqualTo("east");
        assertThat(new LiveView().preferred("fabric")).isEqualTo("fabric");
    }

    private static SystemPlace place(String subnet, String guid, String type) {
        return new SystemPlace(subnet, guid, type, "name of " + guid);
    }

    @Test
    void theTopologyIsKnownSinceTheFirstSweepThatHadIt() {
        LiveView live = new LiveView();
        assertThat(live.topology("east")).isEmpty();
        assertThat(live.load("east")).isEmpty();
        NodeEntry host = node("0x01", "host", NONE);
        Instant first = AT.plusNanos(1_500_000);
        live.accept(sweep("east", first, host));
        live.accept(sweep("east", AT.plusSeconds(30), host));
        assertThat(live.topology("east").orElseThrow().since())
                .as("in milliseconds, as in the database")
                .isEqualTo(AT.plusMillis(1));
        live.accept(sweep("east", AT.plusSeconds(60), host, node("0x02", "host", NONE)));
        live.accept(sweep("east", AT.plusSeconds(10), host));
        assertThat(live.topology("east").orElseThrow().since()).isEqualTo(AT.plusSeconds(60));
        assertThat(live.topology("east").orElseThrow().topology().nodes()).hasSize(2);
    }

    @Test
    void anEventThatArrivesAgainIsKeptOnce() {
        LiveView live = new LiveView();
        for (int i = 0; i < 1001; i++) {
            MonitorEvent event = new MonitorEvent("east", AT.plusNanos(i), "link-up", "info", "0x01", i, "up");
            live.accept(event);
            live.accept(event);
        }
        assertThat(live.eventCount("east")).isEqualTo(1001);
        assertThat(live.events("east")).hasSize(1000).first().satisfies(event -> {
            assertThat(event.port()).isEqualTo(1000);
            assertThat(event.at()).isEqualTo(AT);
        });
        assertThat(live.events("west")).isEmpty();
    }
}
