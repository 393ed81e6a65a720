package io.verbena.monitor.rule;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.embedded.EmbeddedPort;
import io.verbena.monitor.WatchedFabric;
import io.verbena.monitor.alarm.Alarm;
import io.verbena.monitor.query.LiveView;
import io.verbena.monitor.rule.AlarmRule.Severity;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Congestion on embedded fabrics. A tick of their switches takes 10.24 ns on links of EDR. */
class CongestionTest {
    /** 68 % of an interval. */
    private static final long LONG_WAIT = 2_000_000_000L;

    private static final long ALL_THE_TIME = 2_929_687_500L;
    private static final String ALL_DEVICES = "monitor.collector.tick=10ns";

    private static EmbeddedPort port(WatchedFabric watched, String node, String peer) {
        return watched.fabric()
                .node(node)
                .ports()
                .filter(port -> port.peer()
                        .filter(other -> other.node().equals(watched.fabric().node(peer)))
                        .isPresent())
                .findFirst()
                .orElseThrow();
    }

    /** Sweeps once while ports wait for a number of ticks. */
    private static void sweep(WatchedFabric watched, long ticks, String... links) {
        for (String link : links) {
            String[] ends = link.split(">", 2);
            port(watched, ends[0], ends[1]).count("portXmitWait", ticks);
        }
        watched.sweep();
    }

    /** Sweeps until alarms are raised, while ports wait. */
    private static List<Alarm> wait(WatchedFabric watched, long ticks, String... links) {
        for (int i = 0; i < 5; i++) {
            sweep(watched, ticks, links);
        }
        return watched.alarms();
    }

    @Test
    void aSlowReceiverIsTheRootOfThePortsThatWaitForIt() {
        try (WatchedFabric watched = WatchedFabric.open(ALL_DEVICES)) {
            watched.sweep();
            List<Alarm> alarms = wait(
                    watched,
                    LONG_WAIT,
                    "leaf3>host15",
                    "spine0>leaf3",
                    "spine1>leaf3",
                    "leaf0>spine0",
                    "leaf1>spine1",
                    "host0>leaf0",
                    "host14>leaf3");

            assertThat(alarms).singleElement().satisfies(alarm -> {
                assertThat(alarm.rule()).isEqualTo("congestion");
                assertThat(alarm.object())
                        .isEqualTo(WatchedFabric.place(port(watched, "leaf3", "host15"))
                                .toString());
                assertThat(alarm.text())
                        .contains(
                                "slow receiver", "68 % of the time", "load of 0 %", "host15", "6 ports behind it wait");
                assertThat(alarm.proposal()).contains("host");
                assertThat(alarm.severity()).isEqualTo(Severity.WARNING);
            });
        }
    }

    @Test
    void aSwitchWhoseOwnPortsDoNotWaitIsOneRootForAllPortsThatWaitForIt() {
        try (WatchedFabric watched = WatchedFabric.open()) {
            watched.sweep();
            for (int i = 0; i < 5; i++) {
                // 360 GB of the 386 GB that the link can transmit in an interval.
                port(watched, "leaf3", "host15").count("portXmitData", 90_000_000_000L);
                sweep(watched, ALL_THE_TIME, "spine0>leaf3", "spine1>leaf3", "leaf0>spine0");
            }

            assertThat(watched.alarms()).singleElement().satisfies(alarm -> {
                assertThat(alarm.object())
                        .isEqualTo(watched.fabric().node("leaf3").guid().toHex());
                assertThat(alarm.objectName()).isEqualTo("leaf3");
                assertThat(alarm.text())
                        .contains("oversubscribed link", "2 ports wait", "100 %", "to host15", "load of 93 %")
                        .endsWith("; 1 port behind it waits");
                assertThat(alarm.proposal()).contains("balance");
                assertThat(alarm.severity()).isEqualTo(Severity.CRITICAL);
            });
        }
    }

    @Test
    void aSwitchWithoutABusyLinkIsNotCalledOversubscribed() {
        try (WatchedFabric watched = WatchedFabric.open()) {
            watched.sweep();
            assertThat(wait(watched, LONG_WAIT, "spine0>leaf3"))
                    .singleElement()
                    .satisfies(alarm -> assertThat(alarm.text())
                            .startsWith("congested switch: spine0 port 4 waits up to 68 % of the time")
                            .contains("whose ports onwards do not wait", "load of 0 %")
                            .doesNotContain("behind"));
        }
    }

    @Test
    void twoReceiversAreTwoRoots() {
        try (WatchedFabric watched = WatchedFabric.open()) {
            watched.sweep();
            assertThat(wait(watched, LONG_WAIT, "leaf3>host15", "spine0>leaf3", "leaf2>host8", "spine1>leaf2"))
                    .extracting(Alarm::text)
                    .hasSize(2)
                    .allMatch(text -> text.endsWith("; 1 port behind it waits"));
        }
    }

    @Test
    void waitingInBothDirectionsIsNoCycle() {
        try (WatchedFabric watched = WatchedFabric.open()) {
            watched.sweep();
            List<Alarm> alarms = wait(
                    watched,
                    LONG_WAIT,
                    "leaf0>host0",
                    "leaf1>host4",
                    "spine0>leaf0",
                    "leaf0>spine0",
                    "spine0>leaf1",
                    "leaf1>spine0",
                    "spine1>leaf0",
                    "leaf0>spine1",
                    "spine1>leaf1",
                    "leaf1>spine1");
            assertThat(alarms)
                    .extracting(Alarm::text)
                    .hasSize(2)
                    .allMatch(text -> text.startsWith("slow receiver"))
                    .allMatch(text -> text.endsWith("4 ports behind it wait"));
        }
    }

    @Test
    void portsThatWaitForEachOtherAreACycle() {
        try (WatchedFabric watched = WatchedFabric.open("rdma.fabric.topology=torus:4,2", ALL_DEVICES)) {
            watched.sweep();
            List<Alarm> alarms = wait(
                    watched,
                    LONG_WAIT,
                    "switch0>switch1",
                    "switch1>switch2",
                    "switch2>switch3",
                    "switch3>switch0",
                    "host0>switch0");
            assertThat(alarms).singleElement().satisfies(alarm -> {
                assertThat(alarm.text())
                        .contains("form a cycle", "credit loop", "4 ports", "switch0 port 3", "1 port behind it waits");
                assertThat(alarm.proposal()).contains("credit loops");
            });

            assertThat(wait(watched, LONG_WAIT, "switch0>switch1", "switch1>switch2", "switch2>host5"))
                    .as("the cycle is broken, and a receiver is the root")
                    .anyMatch(alarm -> alarm.text().endsWith("2 ports behind it wait"));
        }
    }

    @Test
    void aTickIsReadOncePerNodeThatHasWaited() {
        try (WatchedFabric watched = WatchedFabric.open();
                WatchedFabric without = WatchedFabric.open("rdma.subnet.wait-ticks=false")) {
            assertThat(requests(watched)).as("no node has waited").isEqualTo(requests(without));
            for (WatchedFabric each : List.of(watched, without)) {
                each.host().port(1).count("portXmitWait", 1);
                port(each, "leaf3", "host15").count("portXmitWait", 1);
            }
            assertThat(requests(watched) - requests(without)).isEqualTo(2);
            assertThat(requests(watched)).isEqualTo(requests(without));

            watched.host().unplug();
            without.host().unplug();
            assertThat(requests(watched)).isEqualTo(requests(without));
            for (WatchedFabric each : List.of(watched, without)) {
                each.host().plugIn();
                each.host().port(1).count("portXmitWait", 1);
            }
            assertThat(requests(watched) - requests(without))
                    .as("the node is new")
                    .isEqualTo(1);
        }
    }

    /** Sweeps, and returns the number of packets that the monitor sent. */
    private static long requests(WatchedFabric watched) {
        EmbeddedPort own = watched.fabric().node("host0").port(1);
        long before = own.counter("portXmitPkts");
        watched.sweep();
        return own.counter("portXmitPkts") - before;
    }

    @Test
    void aPortWithoutAKnownTickIsNotJudged() {
        try (WatchedFabric watched = WatchedFabric.open()) {
            watched.sweep();
            assertThat(wait(watched, ALL_THE_TIME, "host15>leaf3"))
                    .as("the device is unknown")
                    .isEmpty();
            assertThat(watched.bean(LiveView.class)
                            .sweep("fabric")
                            .orElseThrow()
                            .failures())
                    .isEmpty();
        }
        try (WatchedFabric watched = WatchedFabric.open("rdma.subnet.wait-ticks=false")) {
            watched.sweep();
            assertThat(wait(watched, ALL_THE_TIME, "leaf3>host15")).isEmpty();
        }
        try (WatchedFabric watched = WatchedFabric.open("rdma.subnet.wait-ticks=false", ALL_DEVICES)) {
            watched.sweep();
            assertThat(wait(watched, ALL_THE_TIME, "leaf3>host15")).hasSize(1);
        }
    }
}
