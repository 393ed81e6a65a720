package io.verbena.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.verbena.Rdma;
import io.verbena.error.RdmaException;
import io.verbena.iba.NodeInfo;
import io.verbena.iba.NodeRecord;
import io.verbena.iba.PKeyTable;
import io.verbena.iba.PortInfo;
import io.verbena.iba.PortState;
import io.verbena.iba.SmState;
import io.verbena.mad.MadTransactor;
import io.verbena.sa.SaClient;
import io.verbena.sm.ManagerListener;
import io.verbena.sm.PartitionOptions;
import io.verbena.sm.SubnetManager;
import io.verbena.sm.SubnetManagerOptions;
import io.verbena.sm.SubnetPlan;
import io.verbena.sm.SweepReport;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The subnet manager with a thread of its own, at an end port as on a host with umad. */
@Timeout(60)
class SubnetManagerAtEndPortTest implements ManagerListener {
    private static final long SECONDS = 30;
    private static final SubnetManagerOptions OPTIONS =
            SubnetManagerOptions.DEFAULTS.withIntervals(Duration.ofMillis(200), Duration.ofMillis(200));

    private final EmbeddedFabric fabric =
            EmbeddedFabric.builder("fat-tree:2,4,4").unmanaged().open();
    private final Rdma rdma = Rdma.builder().driver(fabric.driver("host0")).open();
    private final BlockingQueue<SweepReport> sweeps = new LinkedBlockingQueue<>();
    private final BlockingQueue<String> states = new LinkedBlockingQueue<>();

    @Override
    public void swept(SweepReport report) {
        sweeps.add(report);
    }

    @Override
    public void changed(SmState state, String reason) {
        states.add(state + ": " + reason);
    }

    @AfterEach
    void close() {
        rdma.close();
        fabric.close();
    }

    private SweepReport nextSweep() throws InterruptedException {
        SweepReport report = sweeps.poll(SECONDS, TimeUnit.SECONDS);
        assertThat(report).isNotNull();
        return report;
    }

    private boolean allActive() {
        return fabric.nodes().stream()
                .flatMap(EmbeddedNode::ports)
                .filter(port -> port.peer().isPresent())
                .allMatch(port -> port.state() == PortState.ACTIVE);
    }

    @Test
    void bringsUpTheSubnetAndServesIt() throws Exception {
        try (SubnetManager manager = SubnetManager.run(rdma.defaultEndPort(), OPTIONS, this)) {
            assertThat(nextSweep().failures()).isEmpty();

            assertThat(states).containsExactly("MASTER: no other subnet manager was found");
            assertThat(manager.state()).isEqualTo(SmState.MASTER);
            assertThat(allActive()).isTrue();
            try (Rdma client = Rdma.builder().driver(fabric.driver("host5")).open();
                    MadTransactor mad = client.mad(client.defaultEndPort());
                    SaClient sa = client.sa(mad)) {
                assertThat(sa.table(NodeRecord.query())).hasSize(22);
            }
        }
        assertThat(states).last().asString().isEqualTo("NOT_ACTIVE: this subnet manager has ended");
    }

    @Test
    void aCutLinkIsRoutedAroundAfterItsTrap() throws Exception {
        try (SubnetManager manager = SubnetManager.run(rdma.defaultEndPort(), OPTIONS, this)) {
            nextSweep();
            int lid = fabric.node("host15").port(1).lid();
            int before = WaysOfPackets.way(fabric.node("host0"), lid).size();

            fabric.node("leaf3").port(1).down();
            while (WaysOfPackets.way(fabric.node("host0"), lid).size() != before) {
                nextSweep();
            }
            assertThat(manager.report().failures()).isEmpty();
        }
    }

    @Test
    void aPlanReadsOnly() throws Exception {
        SubnetPlan plan = SubnetPlan.of(rdma.defaultEndPort(), OPTIONS);

        assertThat(plan.nodes()).isEqualTo(22);
        assertThat(plan.managers()).isEmpty();
        assertThat(plan.failures()).isEmpty();
        assertThat(plan.changes())
                .extracting(SubnetPlan.Change::attribute)
                .contains("PortInfo", "SwitchInfo", "LinearForwardingTable");
        assertThat(fabric.nodes().stream().flatMap(EmbeddedNode::ports)).allMatch(port -> port.lid() == 0);
    }

    @Test
    void aPlanForAManagedSubnetAsksForRegistrationsOnly() throws Exception {
        try (SubnetManager manager = SubnetManager.run(rdma.defaultEndPort(), OPTIONS, this)) {
            nextSweep();
            assertThat(manager.report().failures()).isEmpty();
        }

        SubnetPlan plan = SubnetPlan.of(rdma.defaultEndPort(), OPTIONS);

        assertThat(plan.changes()).extracting(SubnetPlan.Change::attribute).containsOnly("PortInfo");
    }

    @Test
    void aPlanNamesTheOtherManager() throws Exception {
        try (Rdma other = Rdma.builder().driver(fabric.driver("host7")).open();
                SubnetManager manager = SubnetManager.run(other.defaultEndPort(), OPTIONS.withPriority(3), this)) {
            nextSweep();

            assertThat(manager.state()).isEqualTo(SmState.MASTER);
            assertThat(SubnetPlan.of(rdma.defaultEndPort(), OPTIONS).managers())
                    .singleElement()
                    .asString()
                    .startsWith("the MASTER subnet manager at DirectedPath[0,")
                    .contains("priority 3");
        }
    }

    @Test
    void aSecondManagerOfThePortIsRefused() {
        try (SubnetManager manager = SubnetManager.run(rdma.defaultEndPort(), OPTIONS)) {
            assertThatThrownBy(() -> SubnetManager.run(rdma.defaultEndPort(), OPTIONS))
                    .isInstanceOf(RdmaException.class)
                    .hasMessageContaining("cannot start a subnet manager on " + rdma.defaultEndPort());
            assertThat(manager.state()).isNotEqualTo(SmState.NOT_ACTIVE);
        }
    }

    @Test
    void partitionsAreReadFromAFileAndSet(@TempDir Path directory) throws Exception {
        Path file = Files.writeString(directory.resolve("partitions.conf"), """
                # Two partitions
                Storage = 0x10, defmember=limited :
                    ALL_CAS, %s=full ;
                Management=0x20 : SELF=both;
                """.formatted(
                        fabric.node("host5").port(1).guid()));
        SubnetManagerOptions options = OPTIONS.withPartitions(PartitionOptions.read(file));

        try (SubnetManager manager = SubnetManager.run(rdma.defaultEndPort(), options, this)) {
            assertThat(nextSweep().failures()).isEmpty();

            assertThat(manager.state()).isEqualTo(SmState.MASTER);
            assertThat(keys("host0")).containsExactly(0xffff, 0x0010, 0x8020, 0x0020);
            assertThat(keys("host5")).containsExactly(0x7fff, 0x8010);
            assertThat(keys("host6")).containsExactly(0x7fff, 0x0010);
        }
    }

    @Test
    void switchesEnforceThePartitionsOfHostsUntilTheyAreNoLongerConfigured(@TempDir Path directory) throws Exception {
        PartitionOptions partitions = PartitionOptions.read(Files.writeString(
                directory.resolve("partitions.conf"), "Storage = 0x10 : ALL_CAS=limited, SELF=both;"));

        try (SubnetManager manager =
                SubnetManager.run(rdma.defaultEndPort(), OPTIONS.withPartitions(partitions), this)) {
            assertThat(nextSweep().failures()).isEmpty();
            assertThat(manager.state()).isEqualTo(SmState.MASTER);
            assertThat(enforced("host0")).containsExactly(0xffff, 0x8010);
            assertThat(enforced("host6")).containsExactly(0xffff, 0x8010);
        }
        PartitionOptions free = partitions.withoutEnforcement();
        try (SubnetManager manager = SubnetManager.run(rdma.defaultEndPort(), OPTIONS.withPartitions(free), this)) {
            assertThat(nextSweep().failures()).isEmpty();
            assertThat(manager.state()).isEqualTo(SmState.MASTER);
            assertThat(enforced("host6")).isEmpty();
        }
    }

    /** Returns the keys that the switch of a host enforces in both directions; none if it does not. */
    private List<Integer> enforced(String host) {
        try (Asker asker = new Asker(fabric, host)) {
            int port = asker.ask(NodeInfo.LAYOUT, 0, 1).localPortNum();
            PortInfo info = asker.ask(PortInfo.LAYOUT, port, 1);
            assertThat(info.partitionEnforcementInbound()).isEqualTo(info.partitionEnforcementOutbound());
            return info.partitionEnforcementInbound() == 0
                    ? List.of()
                    : keys(asker.ask(PKeyTable.LAYOUT, (long) port << Short.SIZE, 1));
        }
    }

    private List<Integer> keys(String host) {
        try (Asker asker = new Asker(fabric, host)) {
            return keys(asker.ask(PKeyTable.LAYOUT, 0));
        }
    }

    private static List<Integer> keys(PKeyTable table) {
        return IntStream.range(0, 32)
                .mapToObj(table::pKey)
                .filter(key -> key != 0)
                .toList();
    }

    @Test
    void anInvalidPartitionIsNamed(@TempDir Path directory) throws Exception {
        Path file = directory.resolve("partitions.conf");

        Files.writeString(file, "Storage=0x10, rate=3 : ALL;");
        assertThatThrownBy(() -> PartitionOptions.read(file)).hasMessageContaining("the flag 'rate' is not supported");

        Files.writeString(file, "Storage=0x10 : SOME;");
        assertThatThrownBy(() -> PartitionOptions.read(file)).hasMessageContaining("'SOME' is not a member");

        Files.writeString(file, "Storage : ALL;");
        assertThatThrownBy(() -> PartitionOptions.read(file)).hasMessageContaining("the partition has no P_Key");
    }
}
