package io.verbena.monitor.query;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.monitor.model.Observation.ManagerEntry;
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
}
