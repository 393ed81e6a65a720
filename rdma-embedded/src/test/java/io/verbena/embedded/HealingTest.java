package io.verbena.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.embedded.EmbeddedFault.Kind;
import io.verbena.iba.LaneSpeed;
import io.verbena.iba.ManagementClass;
import io.verbena.iba.NodeInfo;
import io.verbena.iba.PortState;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class HealingTest {
    private final EmbeddedFabric fabric =
            EmbeddedFabric.builder("fat-tree:2,4,4").virtualTime().open();
    private final Asker host = new Asker(fabric, "host0");

    @AfterEach
    void close() {
        fabric.close();
    }

    private int statusAt(String node) {
        return host.askByLid(NodeInfo.LAYOUT, 0, fabric.node(node).port(1).lid())
                .status();
    }

    @Test
    void aNewFabricHasNoFaults() {
        assertThat(fabric.faults()).isEmpty();
    }

    @Test
    void everyFaultIsListed() {
        breakEverything();

        assertThat(fabric.faults())
                .extracting(EmbeddedFault::toString)
                .containsExactlyInAnyOrder(
                        "the fabric: datagrams are delayed by 5 ms",
                        "the fabric: 12.5 % of the datagrams are lost",
                        "the fabric: 1 % of the datagrams are duplicated",
                        "the fabric: 50 % of the datagrams are reordered, with an additional delay of at most 0.25 ms",
                        "\"leaf1\": does not respond",
                        "\"leaf2\": reboots",
                        "\"host7\": has no adapter",
                        "\"spine0\": is busy for 3 requests",
                        "\"spine1\": is busy for 20 % of the requests",
                        "\"host2\": redirects Performance requests to port 1 of \"host3\"",
                        "port 4 of \"leaf0\": the link to port 1 of \"host1\" is down",
                        "port 3 of \"leaf1\": the cable to port 1 of \"host4\" permits SDR only",
                        "port 1 of \"leaf0\": drops service level 3",
                        "port 1 of \"host3\": lacks partition key 0xffff");
        assertThat(fabric.faults()).extracting(EmbeddedFault::kind).contains(Kind.values());
    }

    @Test
    void aFaultThatHasEndedIsNotListed() {
        fabric.node("host1").port(1).flap(Duration.ofMillis(1));
        fabric.node("host0").busy(1);
        host.ask(Asker.request(NodeInfo.LAYOUT, 0));
        statusAt("host15");
        fabric.node("host15").silence();
        statusAt("host15");

        assertThat(fabric.faults()).extracting(EmbeddedFault::kind).containsExactly(Kind.SILENCE);
    }

    @Test
    void healingEndsEveryFault() {
        int lid = fabric.node("leaf2").port(0).lid();
        breakEverything();

        fabric.heal();

        assertThat(fabric.faults()).isEmpty();
        assertThat(fabric.node("leaf2").port(0).lid()).isEqualTo(lid).isPositive();
        for (EmbeddedNode node : fabric.nodes()) {
            assertThat(node.ports().filter(port -> port.peer().isPresent()))
                    .as("%s", node)
                    .allMatch(port -> port.state() == PortState.ACTIVE);
        }
        for (int i = 0; i < 16; i++) {
            assertThat(statusAt("host" + i)).as("host%d", i).isZero();
        }
    }

    /** A scheduled repair would otherwise undo a later fault. */
    @Test
    void healingCancelsScheduledRepairs() {
        fabric.node("host1").port(1).flap(Duration.ofMillis(1));
        fabric.node("leaf2").reboot(Duration.ofMillis(1));
        fabric.heal();
        fabric.node("host1").port(1).down();
        statusAt("host15");
        fabric.node("host15").silence();
        statusAt("host15");

        assertThat(fabric.node("host1").port(1).isUp()).isFalse();
    }

    @Test
    void healingLeavesCountersAlone() {
        fabric.node("leaf0").port(1).counter("symbolErrorCounter", 7);

        fabric.heal();

        assertThat(fabric.node("leaf0").port(1).counter("symbolErrorCounter")).isEqualTo(7);
    }

    @Test
    void aRebootedNodeOfAnUnmanagedFabricWaitsForItsSubnetManager() {
        try (EmbeddedFabric bare =
                EmbeddedFabric.builder("fat-tree:1,2,1").unmanaged().open()) {
            bare.node("leaf0").reboot(Duration.ofSeconds(30));

            assertThat(bare.faults()).extracting(EmbeddedFault::toString).containsExactly("\"leaf0\": reboots");
            bare.heal();

            assertThat(bare.faults()).isEmpty();
            assertThat(bare.node("leaf0").port(1).state()).isEqualTo(PortState.INITIALIZE);
        }
    }

    private void breakEverything() {
        fabric.node("host7").unplug();
        fabric.delay(Duration.ofMillis(5)).loss(0.125, 1).duplicate(0.01, 2).reorder(0.5, Duration.ofNanos(250_000), 3);
        fabric.node("leaf1").silence();
        fabric.node("leaf2").reboot(Duration.ofSeconds(30));
        fabric.node("spine0").busy(3);
        fabric.node("spine1").busy(0.2, 4);
        fabric.node("host2")
                .redirect(ManagementClass.PERFORMANCE, fabric.node("host3").port(1));
        fabric.node("host1").port(1).down();
        fabric.node("host4").port(1).limit(LaneSpeed.SDR);
        fabric.node("leaf0").port(1).dropServiceLevel(3);
        fabric.node("host3").removePartition(0xffff);
    }
}
