package io.verbena.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.diag.NodePaths;
import io.verbena.diag.counters.CounterSweep;
import io.verbena.diag.validate.FabricFinding;
import io.verbena.diag.validate.FabricFinding.Affected;
import io.verbena.diag.validate.FabricState;
import io.verbena.diag.validate.FabricState.SweepPart;
import io.verbena.diag.validate.FabricValidation;
import io.verbena.diag.validate.NodePair;
import io.verbena.diag.validate.PartitionTables;
import io.verbena.diag.validate.ValidationOptions;
import io.verbena.diag.validate.ValidationReport;
import io.verbena.iba.Guid;
import io.verbena.iba.Lid;
import io.verbena.iba.McMemberRecord;
import io.verbena.iba.Mtu;
import io.verbena.iba.PKeyTable;
import io.verbena.iba.Rate;
import io.verbena.iba.SmInfo;
import io.verbena.iba.SmState;
import io.verbena.subnet.Node;
import io.verbena.subnet.NodeNameMap;
import io.verbena.subnet.Port;
import io.verbena.subnet.Subnet;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Faults of subnet managers, keys, partitions, IPoIB groups and devices, and errors that ports counted. */
class ValidationOfManagementTest {
    private ValidatedFabric fabric;

    @BeforeEach
    void open() {
        fabric = new ValidatedFabric(EmbeddedFabric.open("fat-tree:2,4,4"));
    }

    @AfterEach
    void close() {
        fabric.close();
    }

    private List<String> faults(FabricState.Builder state) {
        return ValidatedFabric.ids(new FabricValidation(ValidationOptions.DEFAULTS).run(state.build()));
    }

    private FabricState.Builder state() {
        return FabricState.builder(fabric.subnet(), NodeNameMap.EMPTY);
    }

    @Test
    void aFabricWithoutMaster() {
        assertThat(faults(state().managers(List.of()))).containsExactly("no-master");
    }

    @Test
    void aSecondMaster() {
        assertThat(faults(
                        state().managers(List.of(manager("host0", SmState.MASTER), manager("host4", SmState.MASTER)))))
                .containsExactly("several-masters");
        assertThat(faults(
                        state().managers(List.of(manager("host0", SmState.MASTER), manager("host4", SmState.STANDBY)))))
                .as("equal priorities, and the lower GUID is master")
                .isEmpty();
        assertThat(faults(
                        state().managers(List.of(manager("host0", SmState.STANDBY), manager("host4", SmState.MASTER)))))
                .contains("master-not-best");
    }

    private FabricState.Manager manager(String host, SmState state) {
        return new FabricState.Manager(
                port(host), new SmInfo().guid(port(host).guid()).state(state));
    }

    @Test
    void aStandbyWithAHigherPriorityThanTheMaster() {
        Port master = port("host0");
        Port standby = port("host4");

        assertThat(faults(state().managers(List.of(
                        new FabricState.Manager(
                                master, new SmInfo().guid(master.guid()).state(SmState.MASTER)),
                        new FabricState.Manager(
                                standby,
                                new SmInfo()
                                        .guid(standby.guid())
                                        .state(SmState.STANDBY)
                                        .priority(3))))))
                .containsExactly("master-not-best");
    }

    private Port port(String host) {
        return fabric.node(host).ports().iterator().next();
    }

    @Test
    void aPortThatNamesAnotherManager() {
        fabric.change("host4", 1, info -> info.masterSmLid(Lid.of(77)));

        ValidationReport report = fabric.report(ValidationOptions.DEFAULTS);

        assertThat(ValidatedFabric.ids(report)).containsExactly("wrong-sm-lid");
        assertThat(report.findings().get(0).evidence()).contains("host4 port 1 names the subnet manager at LID 77");
    }

    @Test
    void aPortWithAnotherProtection() {
        fabric.change("host4", 1, info -> info.mKey(5).mKeyProtectBits(1));

        assertThat(fabric.faults()).containsExactly("m-key-differs");
    }

    @Test
    void requestsWithAWrongKey() {
        fabric.change("host4", 1, info -> info.mKeyViolations(3));

        assertThat(fabric.faults()).containsExactly("m-key-violations");
    }

    @Test
    void aPortOutsideTheDefaultPartition() {
        // The block of the table has no valid key but that of another partition.
        fabric.mad().subnSet(new PKeyTable().pKey(0, 0x8001), fabric.path("host4"), 0);

        assertThat(fabric.faults()).contains("no-default-partition");
    }

    @Test
    void aPortThatIsAFullAndALimitedMember() {
        fabric.mad().subnSet(new PKeyTable().pKey(0, 0xffff).pKey(1, 0x7fff), fabric.path("host4"), 0);

        assertThat(fabric.faults()).containsExactly("both-memberships");
    }

    @Test
    void aSwitchThatEnforcesPartitionsAndLacksOne() {
        fabric.mad().subnSet(new PKeyTable().pKey(0, 0xffff), fabric.path("leaf1"), 3L << 16);
        fabric.change("leaf1", 3, info -> info.partitionEnforcementInbound(1));
        assertThat(fabric.faults()).isEmpty();
        fabric.mad().subnSet(new PKeyTable().pKey(0, 0xffff).pKey(1, 0x8007), fabric.path("host4"), 0);

        assertThat(fabric.faults()).containsExactly("partition-not-enforced");
    }

    @Test
    void aPairThatSharesNoPartition() {
        ValidationOptions options = ValidationOptions.DEFAULTS.pairs(List.of(new NodePair("host4", "host5")));
        assertThat(fabric.faults(options)).isEmpty();
        fabric.mad().subnSet(new PKeyTable().pKey(0, 0x7fff), fabric.path("host4"), 0);
        fabric.mad().subnSet(new PKeyTable().pKey(0, 0x7fff), fabric.path("host5"), 0);

        assertThat(fabric.faults(options)).containsExactly("pair-without-partition");
        assertThat(fabric.faults()).as("limited members may be so by intent").isEmpty();
    }

    @Test
    void aMissingIpoibGroup() {
        assertThat(faults(state().groups(List.of()).partitions(new PartitionTables())))
                .containsExactly("no-ipoib-group");
    }

    @Test
    void anIpoibGroupThatAMemberCannotJoin() {
        McMemberRecord group =
                fabric.rdma().sa(fabric.mad()).table(McMemberRecord.class).get(0);
        PartitionTables partitions = new PartitionTables();
        partitions.block(port("host4"), new PKeyTable().pKey(0, 0xffff));

        assertThat(faults(state().partitions(partitions)
                        .groups(List.of(McMemberRecord.LAYOUT.copy(group).rate(Rate.of(16))))))
                .as("100 Gb/s")
                .isEmpty();
        assertThat(faults(state().partitions(partitions)
                        .groups(List.of(McMemberRecord.LAYOUT.copy(group).rate(Rate.of(10))))))
                .as("120 Gb/s")
                .containsExactly("ipoib-rate-too-high");
        assertThat(faults(state().partitions(partitions)
                        .groups(List.of(McMemberRecord.LAYOUT.copy(group).mtuBits(6)))))
                .as("more than 4096 octets")
                .isEmpty();
        assertThat(group.mtu()).isEqualTo(Mtu.MTU_2048);
    }

    @Test
    void aCounterAboveItsThreshold() {
        fabric.fabric().node("leaf1").port(3).counter("symbolErrorCounter", 11);

        ValidationReport report = fabric.report(ValidationOptions.DEFAULTS);

        assertThat(ValidatedFabric.ids(report)).containsExactly("counter-exceeded");
        assertThat(report.findings().get(0).evidence())
                .isEqualTo("leaf1 port 3 has SymbolErrorCounter 11, above the threshold 10");
    }

    @Test
    void aCounterThatIncreases() {
        assertThat(changed("portRcvErrors", 2)).containsExactly("counter-increases");
    }

    @Test
    void bitErrors() {
        assertThat(changed("symbolErrorCounter", 9)).containsExactly("bit-error-rate");
    }

    @Test
    void packetsThatWaitForCredits() {
        assertThat(changed("portXmitWait", 2_500_000_000L)).containsExactly("congestion");
    }

    /** Returns the faults after a counter of leaf1 port 3 has grown between two readings, a second apart. */
    private List<String> changed(String counter, long more) {
        CounterSweep sweep = new CounterSweep(fabric.mad());
        NodePaths paths = NodePaths.of(fabric.rdma().sa(fabric.mad()));
        CounterSweep.Outcome first =
                sweep.runAsync(fabric.subnet().nodes(), paths).join();
        fabric.fabric().node("leaf1").port(3).count(counter, more);
        CounterSweep.Outcome second =
                sweep.runAsync(fabric.subnet().nodes(), paths).join();
        return faults(state().counters(new FabricState.Counters(first, second, Duration.ofSeconds(1))));
    }

    @Test
    void devicesWithDifferentFirmware() {
        Map<Guid, String> versions = new HashMap<>();
        Subnet subnet = fabric.subnet();
        for (Node node : subnet.nodes()) {
            versions.put(node.guid(), "1.2.3");
        }
        assertThat(faults(state().firmware(versions))).isEmpty();
        versions.put(fabric.node("host4").guid(), "1.2.1");

        ValidationReport report = new FabricValidation(ValidationOptions.DEFAULTS)
                .run(state().firmware(versions).build());

        assertThat(ValidatedFabric.ids(report)).containsExactly("firmware-mix");
        FabricFinding finding = report.findings().get(0);
        assertThat(finding.affected()).extracting(Affected::name).containsExactly("host4");
        assertThat(finding.evidence()).contains("1.2.1 (1), 1.2.3 (15)");
    }

    @Test
    void onlyTheNeededPartsAreRead() {
        assertThat(new FabricValidation(ValidationOptions.DEFAULTS.without(Set.of("counters"))).needs())
                .doesNotContain(SweepPart.COUNTERS)
                .contains(SweepPart.UNICAST);
    }
}
