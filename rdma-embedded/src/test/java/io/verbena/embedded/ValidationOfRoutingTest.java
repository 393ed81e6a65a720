package io.verbena.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.diag.validate.FabricFinding;
import io.verbena.diag.validate.FabricFinding.Affected;
import io.verbena.diag.validate.ValidationOptions;
import io.verbena.diag.validate.ValidationReport;
import io.verbena.diag.validate.ValidationReport.ReportTable;
import io.verbena.iba.MulticastForwardingTable;
import io.verbena.iba.SlToVlMappingTable;
import io.verbena.iba.VlArbitrationEntry;
import io.verbena.iba.VlArbitrationTable;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Faults of unicast and multicast routing and of virtual lanes. Ports 1 and 2 of a leaf lead to the spines. */
class ValidationOfRoutingTest {
    private static final int NOWHERE = 255;
    private static final int GROUP = 5;

    private ValidatedFabric fabric;

    @BeforeEach
    void open() {
        fabric = new ValidatedFabric(EmbeddedFabric.open("fat-tree:2,4,4"));
    }

    @AfterEach
    void close() {
        fabric.close();
    }

    @Test
    void aMissingEntry() {
        fabric.route("leaf0", fabric.lid("host4"), NOWHERE);

        ValidationReport report = fabric.reportWithoutCounters();

        assertThat(ValidatedFabric.ids(report)).containsExactly("unreachable-lid");
        assertThat(report.findings().get(0).evidence()).isEqualTo("leaf0 has no entry for LID " + fabric.lid("host4"));
        assertThat(report.findings().get(0).affected())
                .extracting(Affected::name)
                .containsExactly("leaf0");
    }

    @Test
    void anEntryForAnotherHost() {
        fabric.route("leaf1", fabric.lid("host4"), 4);

        assertThat(ValidatedFabric.ids(fabric.reportWithoutCounters())).containsExactly("unreachable-lid");
    }

    @Test
    void anEntryForAPortWithoutLink() {
        fabric.route("leaf1", fabric.lid("host4"), 30);

        assertThat(fabric.reportWithoutCounters().findings().get(0).evidence())
                .contains("leaf1 forwards the packets to port 30, which has no link");
    }

    @Test
    void packetsThatCirculate() {
        fabric.route("leaf1", fabric.lid("host4"), 1);

        ValidationReport report = fabric.reportWithoutCounters();

        assertThat(ValidatedFabric.ids(report)).containsExactly("routing-loop");
        assertThat(report.findings().get(0).affected())
                .extracting(Affected::name)
                .containsExactlyInAnyOrder("leaf1", "spine0");
    }

    @Test
    void aRouteThatIsLongerThanNecessary() {
        int lid = fabric.lid("host4");
        fabric.route("leaf0", lid, 1);
        fabric.route("spine0", lid, 3);
        fabric.route("leaf2", lid, 2);
        fabric.route("spine1", lid, 2);

        ValidationReport report = fabric.reportWithoutCounters();

        assertThat(report.findings()).extracting(FabricFinding::id).contains("not-minimal");
        assertThat(ValidatedFabric.ids(report)).isEmpty();
    }

    @Test
    void aLinkWithoutRoutes() {
        for (int host = 0; host < 16; host++) {
            int lid = fabric.lid("host" + host);
            if (host >= 4) {
                fabric.route("leaf0", lid, 1);
            } else {
                fabric.route("leaf1", lid, 1);
                fabric.route("leaf2", lid, 1);
                fabric.route("leaf3", lid, 1);
            }
        }

        ValidationReport report = fabric.reportWithoutCounters();

        assertThat(ValidatedFabric.ids(report)).contains("unused-link");
        assertThat(report.findings())
                .filteredOn(finding -> finding.id().equals("unused-link"))
                .singleElement()
                .satisfies(finding -> assertThat(finding.affected())
                        .extracting(Affected::name)
                        .containsExactlyInAnyOrder("leaf0", "spine1"));
    }

    @Test
    void routesThatLeadMostlyOverOneLink() {
        for (int host = 5; host < 16; host++) {
            fabric.route("leaf0", fabric.lid("host" + host), 1);
        }
        fabric.route("leaf0", fabric.lid("host4"), 2);

        ValidationReport report = fabric.reportWithoutCounters();

        assertThat(ValidatedFabric.ids(report)).containsExactly("unbalanced-routes");
        assertThat(report.findings().get(0).evidence()).contains("leaf0", "1 to 11 LIDs");
    }

    @Test
    void theHistogramOfHopsCountsEachPairOfHosts() {
        ReportTable hops = fabric.reportWithoutCounters().tables().stream()
                .filter(table -> table.name().equals("hops"))
                .findFirst()
                .orElseThrow();

        assertThat(hops.rows()).containsExactly(List.of(1, 48L), List.of(3, 192L));
    }

    @Test
    void minimalRoutesAroundARingDeadlock() {
        fabric = fabric.reopened(SwitchNets.builder("ring:5").open());

        ValidationReport report = fabric.reportWithoutCounters();

        assertThat(ValidatedFabric.ids(report)).contains("credit-loop");
        FabricFinding finding = report.findings().get(0);
        assertThat(finding.id()).isEqualTo("credit-loop");
        assertThat(finding.affected())
                .hasSize(5)
                .extracting(Affected::name)
                .allMatch(name -> name.startsWith("switch"));
    }

    @Test
    void aSecondVirtualLaneBreaksTheLoop() {
        fabric = fabric.reopened(SwitchNets.builder("ring:5").open());
        // Packets that pass switch0 continue on VL1, so no lane has the whole circle.
        for (int at = 0; at < 5; at++) {
            for (int[] hop : new int[][] {{2, 3}, {3, 2}, {1, 2}, {1, 3}}) {
                SlToVlMappingTable table = new SlToVlMappingTable();
                for (int level = 0; level < 16; level++) {
                    table.vl(level, at == 0 && hop[0] != 1 ? 1 : 0);
                }
                fabric.mad().subnSet(table, fabric.path("switch" + at), (long) hop[0] << 8 | hop[1]);
            }
        }

        assertThat(ValidatedFabric.ids(fabric.reportWithoutCounters())).doesNotContain("credit-loop");
    }

    @Test
    void aMulticastTreeWithALoop() {
        forward("leaf0", 1, 2, 3);
        forward("leaf1", 1, 2, 3);
        forward("spine0", 1, 2);
        forward("spine1", 1, 2);

        assertThat(ValidatedFabric.ids(fabric.reportWithoutCounters())).contains("multicast-loop");
    }

    @Test
    void aMulticastTreeOfTwoParts() {
        forward("leaf0", 3, 4);
        forward("leaf1", 3, 4);

        assertThat(ValidatedFabric.ids(fabric.reportWithoutCounters())).containsExactly("multicast-split");
    }

    @Test
    void aSwitchWithoutTheEntryOfAGroup() {
        forward("leaf0", 1, 3);
        forward("leaf1", 1, 3);

        ValidationReport report = fabric.reportWithoutCounters();

        assertThat(ValidatedFabric.ids(report)).containsExactly("multicast-split");
        assertThat(report.findings().get(0).affected())
                .extracting(Affected::name)
                .containsExactly("spine0");
    }

    @Test
    void aGroupThatIsForwardedInOneDirection() {
        forward("leaf0", 1, 3);
        forward("spine0", 1, 2);
        forward("leaf1", 3);

        assertThat(ValidatedFabric.ids(fabric.reportWithoutCounters())).containsExactly("multicast-one-way");
    }

    @Test
    void treesThatGoUpAgainDeadlock() {
        forward("leaf2", 1, 3);
        forward("spine0", 1, 3);
        forward("leaf0", 1, 2);
        forward("spine1", 1, 2);
        forward("leaf1", 2, 3);
        assertThat(ValidatedFabric.ids(fabric.reportWithoutCounters())).isEmpty();
        forward(GROUP + 1, "leaf2", 2, 3);
        forward(GROUP + 1, "spine1", 2, 3);
        forward(GROUP + 1, "leaf1", 1, 2);
        forward(GROUP + 1, "spine0", 1, 2);
        forward(GROUP + 1, "leaf0", 1, 3);

        assertThat(ValidatedFabric.ids(fabric.reportWithoutCounters()))
                .as("one in each direction")
                .containsOnly("multicast-credit-loop");
    }

    private void forward(String name, int... ports) {
        forward(GROUP, name, ports);
    }

    private void forward(int group, String name, int... ports) {
        MulticastForwardingTable block = MulticastForwardingTable.LAYOUT.copy(
                fabric.mad().subnGet(MulticastForwardingTable.class, fabric.path(name), 0));
        int mask = 0;
        for (int port : ports) {
            mask |= 1 << port;
        }
        fabric.mad().subnSet(block.portMask(group, mask), fabric.path(name), 0);
    }

    @Test
    void aServiceLevelThatLeadsToAMissingLane() {
        map("leaf0", 3, 1, 9);

        assertThat(ValidatedFabric.ids(fabric.reportWithoutCounters())).containsExactly("sl-to-missing-vl");
    }

    @Test
    void aServiceLevelThatIsDropped() {
        map("leaf0", 3, 1, 15);

        assertThat(ValidatedFabric.ids(fabric.reportWithoutCounters())).containsExactly("sl-dropped");
    }

    @Test
    void aSwitchWithAnotherMappingThanTheRest() {
        map("leaf0", 3, 1, 2);

        ValidationReport report = fabric.reportWithoutCounters();

        assertThat(ValidatedFabric.ids(report)).containsExactly("sl2vl-differs");
        assertThat(report.findings().get(0).affected())
                .extracting(Affected::name)
                .containsExactly("leaf0");
    }

    private void map(String name, int in, int out, int lane) {
        SlToVlMappingTable table = SlToVlMappingTable.LAYOUT.copy(
                fabric.mad().subnGet(SlToVlMappingTable.class, fabric.path(name), in << 8 | out));
        fabric.mad().subnSet(table.vl(0, lane), fabric.path(name), in << 8 | out);
    }

    @Test
    void aLaneWithoutWeight() {
        VlArbitrationTable table = new VlArbitrationTable();
        for (int lane = 1; lane < 8; lane++) {
            table.entry(lane, new VlArbitrationEntry().vl(lane).weight(4));
        }
        fabric.mad().subnSet(table, fabric.path("leaf0"), 1L << 16 | 1);
        fabric.mad().subnSet(table, fabric.path("leaf0"), 3L << 16 | 1);

        assertThat(ValidatedFabric.ids(fabric.reportWithoutCounters())).containsExactly("vl-without-weight");
        assertThat(fabric.faults(ValidationOptions.DEFAULTS.serviceLevels(Set.of(1))))
                .isEmpty();
    }
}
