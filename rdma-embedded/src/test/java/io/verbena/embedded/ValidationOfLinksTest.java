package io.verbena.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.diag.validate.FabricFinding;
import io.verbena.diag.validate.FabricFinding.Affected;
import io.verbena.diag.validate.FabricSweep;
import io.verbena.diag.validate.FabricValidation;
import io.verbena.diag.validate.Severity;
import io.verbena.diag.validate.ValidationOptions;
import io.verbena.diag.validate.ValidationReport;
import io.verbena.diag.validate.ValidationReport.CheckOutcome;
import io.verbena.iba.LaneSpeed;
import io.verbena.iba.Lid;
import io.verbena.iba.LinkWidth;
import io.verbena.iba.Mtu;
import io.verbena.iba.PortState;
import io.verbena.iba.VirtualLanes;
import io.verbena.spi.RdmaDriver;
import io.verbena.subnet.NodeNameMap;
import io.verbena.subnet.Subnet;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Faults of identifiers, links, shape and cabling, each of which causes one finding. host4 is at port 3 of leaf1. */
class ValidationOfLinksTest {
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
    void aHealthyFabricHasNoFaultsAndEveryCheckRuns() {
        ValidationReport report = fabric.report(ValidationOptions.DEFAULTS);

        assertThat(ValidatedFabric.ids(report)).isEmpty();
        assertThat(report.isHealthy()).isTrue();
        assertThat(report.checks()).allMatch(CheckOutcome::ran);
    }

    @Test
    void theBisectionOfATreeIsThatOfItsNarrowestLevel() {
        assertThat(bisection()).containsExactly("fat tree", 800L, 400L, 0.5);
        fabric = fabric.reopened(EmbeddedFabric.open("fat-tree:2,2,2"));
        assertThat(bisection()).containsExactly("fat tree", 200L, 200L, 1.0);
    }

    @Test
    void theBisectionOfADragonflyIsThatOfItsGlobalLinks() {
        fabric = fabric.reopened(EmbeddedFabric.open(FaultyNets.groupsWithoutALink()));

        assertThat(bisection()).as("2 of 3 links, of which 2 exist").containsExactly("Dragonfly+", 150L, 133L, 0.89);
    }

    private List<Object> bisection() {
        return new FabricValidation(ValidationOptions.DEFAULTS)
                .run(fabric.read(Set.of())).tables().stream()
                        .filter(table -> table.name().equals("bisection"))
                        .flatMap(table -> table.rows().stream())
                        .findFirst()
                        .orElseThrow();
    }

    @Test
    void aCheckWithoutItsPartIsSkipped() {
        ValidationReport report = new FabricValidation(ValidationOptions.DEFAULTS).run(fabric.read(Set.of()));

        assertThat(report.checks())
                .filteredOn(check -> check.id().equals("routing"))
                .allMatch(check -> !check.ran() && check.reason().equals("not read: unicast"));
    }

    @Test
    void aNodeThatDoesNotRespond() {
        fabric.fabric().node("host4").silence();

        assertThat(fabric.faultsOf("responses")).containsExactly("unreadable");
    }

    @Test
    void aLidOfTwoPorts() {
        int taken = fabric.lid("host5");
        fabric.change("host4", 1, info -> info.lid(Lid.of(taken)));

        ValidationReport report = fabric.report(ValidationOptions.DEFAULTS);

        assertThat(ValidatedFabric.ids(report)).containsExactly("duplicate-lid");
        FabricFinding finding = report.findings().get(0);
        assertThat(finding.severity()).isEqualTo(Severity.ERROR);
        assertThat(finding.affected()).extracting(Affected::name).containsExactlyInAnyOrder("host4", "host5");
        assertThat(finding.evidence()).contains("LID " + taken);
    }

    @Test
    void aPortWithoutLid() {
        fabric.fabric().node("host4").reboot(Duration.ZERO);

        assertThat(fabric.faultsOf("identifiers")).containsExactly("zero-lid");
    }

    @Test
    void aDescriptionOfTwoNodes() {
        describe("host5");

        assertThat(fabric.faults()).containsExactly("duplicate-description");
    }

    /** Changes the description of host4, as the host itself does. */
    private void describe(String text) {
        try (RdmaDriver host = fabric.fabric().driver("host4")) {
            host.describe(host.deviceNames().get(0), text);
        }
    }

    @Test
    void aGuidOfTwoNodes() {
        fabric = fabric.reopened(EmbeddedFabric.open(FaultyNets.starWithNodeGuid(0x4000)));

        assertThat(fabric.faultsOf("identifiers")).containsExactly("duplicate-node-guid");
    }

    @Test
    void aLinkThatIsNotActive() {
        fabric.change("leaf1", 3, info -> info.portState(PortState.DOWN));

        ValidationReport report = fabric.report(ValidationOptions.DEFAULTS);

        assertThat(ValidatedFabric.ids(report)).containsExactly("link-not-active");
        assertThat(report.findings().get(0).affected())
                .extracting(Affected::toString)
                .containsExactlyInAnyOrder("host4 port 1", "leaf1 port 3");
    }

    @Test
    void aLinkThatIsNarrowerThanBothEndsEnable() {
        fabric.change("leaf1", 3, info -> info.linkWidthEnabled(Set.of(LinkWidth.ONE)));
        retrain();
        fabric.change("leaf1", 3, info -> info.linkWidthEnabled(Set.of(LinkWidth.ONE, LinkWidth.FOUR)));

        assertThat(fabric.faults()).containsExactly("link-narrow");
    }

    @Test
    void aLinkThatIsSlowerThanBothEndsEnable() {
        int before =
                fabric.node("leaf1").port(3).orElseThrow().info().orElseThrow().linkSpeedExtEnabledBits();
        fabric.change("leaf1", 3, info -> info.linkSpeedExtEnabledBits(1));
        retrain();
        fabric.change("leaf1", 3, info -> info.linkSpeedExtEnabledBits(before));

        assertThat(fabric.faults()).containsExactly("link-slow");
    }

    @Test
    void linksBelowTheExpectedSpeedAndWidth() {
        ValidationOptions faster = ValidationOptions.DEFAULTS.expecting(LaneSpeed.HDR, LinkWidth.FOUR);
        ValidationOptions wider = ValidationOptions.DEFAULTS.expecting(LaneSpeed.EDR, LinkWidth.EIGHT);

        assertThat(fabric.faults(faster)).hasSize(24).containsOnly("speed-below-expected");
        assertThat(fabric.faults(wider)).hasSize(24).containsOnly("width-below-expected");
    }

    /** Takes the link of host4 down and up, and makes the states of its ports active. */
    private void retrain() {
        fabric.fabric().node("leaf1").port(3).down();
        fabric.fabric().node("leaf1").port(3).up();
    }

    @Test
    void parallelLinksOfDifferentWidth() {
        fabric = fabric.reopened(EmbeddedFabric.open(FaultyNets.parallelLinks()));
        assertThat(fabric.faults()).isEmpty();
        fabric.change("switch0", 3, info -> info.linkWidthEnabled(Set.of(LinkWidth.ONE)));
        fabric.fabric().node("switch0").port(3).down();
        fabric.fabric().node("switch0").port(3).up();

        assertThat(fabric.faults()).containsExactly("unequal-parallel-links");
    }

    @Test
    void anMtuThatDiffersAtTheEndsOfALink() {
        fabric.change("leaf1", 3, info -> info.neighborMtu(Mtu.MTU_256));

        assertThat(fabric.faults()).containsExactly("mtu-mismatch");
    }

    @Test
    void virtualLanesThatDifferAtTheEndsOfALink() {
        fabric.change("leaf1", 3, info -> info.operationalVls(VirtualLanes.VL0_TO_3));

        assertThat(fabric.faults()).containsExactly("vl-mismatch");
    }

    @Test
    void aSwitchWithAMissingUplink() {
        fabric.fabric().node("leaf1").port(2).down();

        assertThat(fabric.faultsOf("shape")).containsExactly("fewer-uplinks");
    }

    @Test
    void swappedCablesOfAHostWithTwoRails() {
        fabric = fabric.reopened(EmbeddedFabric.open(FaultyNets.rails(2)));

        ValidationReport report = fabric.report(ValidationOptions.DEFAULTS);

        assertThat(ValidatedFabric.ids(report)).containsExactly("rail-mismatch");
        assertThat(report.findings().get(0).affected())
                .extracting(Affected::name)
                .containsExactly("host2");
    }

    @Test
    void equalCablesOfHostsWithTwoRails() {
        fabric = fabric.reopened(EmbeddedFabric.open(FaultyNets.rails(-1)));

        assertThat(fabric.faults()).isEmpty();
    }

    @Test
    void groupsWithoutAGlobalLink() {
        fabric = fabric.reopened(EmbeddedFabric.open(FaultyNets.groupsWithoutALink()));

        assertThat(fabric.faults()).containsExactly("missing-global-link");
    }

    @Test
    void aLinkAndANodeThatTheReferenceHas() {
        Subnet reference = fabric.subnet();
        ValidationOptions options = ValidationOptions.DEFAULTS.reference(reference);
        assertThat(fabric.faults(options)).isEmpty();
        fabric.fabric().node("leaf1").port(2).down();
        fabric.fabric().node("host15").port(1).down();

        assertThat(fabric.faults(options)).contains("node-missing", "link-missing");
    }

    @Test
    void aLinkAndANodeThatTheReferenceLacks() {
        fabric.fabric().node("leaf1").port(2).down();
        fabric.fabric().node("host15").port(1).down();
        Subnet reference = fabric.read(Set.of()).subnet();
        fabric.fabric().heal();

        ValidationReport report = fabric.report(ValidationOptions.DEFAULTS.reference(reference));

        assertThat(report.findings()).extracting(FabricFinding::id).contains("node-added", "link-added");
        assertThat(ValidatedFabric.ids(report)).containsExactly("link-added");
    }

    @Test
    void aDescriptionThatTheReferenceHadOtherwise() {
        Subnet reference = fabric.subnet();
        describe("renamed");

        assertThat(fabric.report(ValidationOptions.DEFAULTS.reference(reference))
                        .findings())
                .extracting(FabricFinding::id)
                .contains("description-changed");
    }

    @Test
    void aFindingIsRecognizedAcrossReports() {
        fabric.change("leaf1", 3, info -> info.neighborMtu(Mtu.MTU_256));
        String key = fabric.report(ValidationOptions.DEFAULTS).findings().get(0).key();
        fabric.change("leaf1", 3, info -> info.neighborMtu(Mtu.MTU_512));

        assertThat(fabric.report(ValidationOptions.DEFAULTS).findings().get(0).key())
                .isEqualTo(key)
                .startsWith("mtu-mismatch 0x");
    }

    @Test
    void namesOfTheMapAreInTheFindings() {
        fabric.change("leaf1", 3, info -> info.neighborMtu(Mtu.MTU_256));
        NodeNameMap names =
                NodeNameMap.parse("names", List.of(fabric.node("host4").guid().toHex() + " \"rack 7\""));

        ValidationReport report = new FabricValidation(ValidationOptions.DEFAULTS)
                .run(new FabricSweep(
                                fabric.rdma().discovery(fabric.mad()).run(),
                                names,
                                fabric.mad(),
                                fabric.rdma().sa(fabric.mad()))
                        .read(Set.of()));

        assertThat(report.findings().get(0).evidence()).contains("rack 7 port 1");
    }
}
