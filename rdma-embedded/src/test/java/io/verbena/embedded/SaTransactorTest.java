package io.verbena.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.verbena.Rdma;
import io.verbena.error.RdmaException;
import io.verbena.iba.Gid;
import io.verbena.iba.GuidInfo;
import io.verbena.iba.JoinState;
import io.verbena.iba.Lid;
import io.verbena.iba.LinearForwardingTable;
import io.verbena.iba.ManagementClass;
import io.verbena.iba.McMemberRecord;
import io.verbena.iba.MulticastForwardingTable;
import io.verbena.iba.NodeDescription;
import io.verbena.iba.NodeInfo;
import io.verbena.iba.PKeyTable;
import io.verbena.iba.PortInfo;
import io.verbena.iba.SlToVlMappingTable;
import io.verbena.iba.SmInfo;
import io.verbena.iba.Structure;
import io.verbena.iba.SubnGet;
import io.verbena.iba.SubnetNotice;
import io.verbena.iba.SwitchInfo;
import io.verbena.iba.VlArbitrationEntry;
import io.verbena.iba.VlArbitrationTable;
import io.verbena.mad.MadExchange;
import io.verbena.mad.MadOptions;
import io.verbena.mad.MadTracer;
import io.verbena.mad.MadTransactor;
import io.verbena.path.CombinedPath;
import io.verbena.path.DirectedPath;
import io.verbena.path.IbPath;
import io.verbena.path.Path;
import io.verbena.sa.NoSuchRecordException;
import io.verbena.sa.SaClient;
import io.verbena.sa.SaOptions;
import io.verbena.sa.SaTransactor;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Records of a subnet administration have the attributes that the agent of a node returns to SMPs. */
@Timeout(60)
class SaTransactorTest {
    private static final Gid GROUP = Gid.parse("ff12:401b:ffff::1234");
    private static final Duration WATCH_PERIOD = Duration.ofMillis(1);
    private static final long SM_KEY = 1;
    private static final int EXTERNAL = 3;

    private final EmbeddedFabric fabric =
            EmbeddedFabric.open(TestFabric.net("two-rail").toString());
    private final AtomicInteger smps = new AtomicInteger();
    private final Rdma rdma = Rdma.builder()
            .driver(fabric.driver("host5"))
            .mad(MadOptions.DEFAULTS.withKeys(MadOptions.DEFAULTS.keys().withSmKey(SM_KEY)))
            .tracer(new SmpCounter(smps))
            .open();
    private final MadTransactor mad = rdma.mad(rdma.defaultEndPort());
    private final SaClient sa = new SaClient(mad, SaOptions.DEFAULTS.withWatchPeriod(WATCH_PERIOD));
    private final SaTransactor records = sa.management();

    /** Counts subnet management packets. */
    private record SmpCounter(AtomicInteger smps) implements MadTracer {
        @Override
        public void sent(MadExchange exchange, int attempt) {
            if (exchange.managementClass() != ManagementClass.SUBNET_ADMINISTRATION) {
                smps.incrementAndGet();
            }
        }
    }

    @AfterEach
    void close() {
        sa.close();
        mad.close();
        rdma.close();
        fabric.close();
    }

    private Lid lid(String node, int port) {
        return Lid.of(fabric.node(node).port(port).lid());
    }

    private IbPath path(String node, int port) {
        return IbPath.to(lid(node, port));
    }

    private <T extends Structure & SubnGet> T read(Class<T> type, Path path, long modifier) {
        int before = smps.get();
        T answer = records.subnGet(type, path, modifier);
        assertThat(smps.get()).as("SMPs that left the port").isEqualTo(before);
        return answer;
    }

    private <T extends Structure & SubnGet> T isTheSame(Class<T> type, IbPath path, long modifier) {
        T record = read(type, path, modifier);
        assertThat(record)
                .as(type.getSimpleName() + " " + modifier + " of " + path)
                .isEqualTo(mad.subnGet(type, path, modifier));
        return record;
    }

    /** The port that receives a request, which NodeInfo and PortInfo name, differs between a record and an SMP. */
    private static PortInfo withoutReceiver(PortInfo info) {
        return PortInfo.LAYOUT.copy(info).localPortNum(0);
    }

    private void isTheSamePort(IbPath path, int port) {
        assertThat(withoutReceiver(read(PortInfo.class, path, port)))
                .as("PortInfo " + port + " of " + path)
                .isEqualTo(withoutReceiver(mad.subnGet(PortInfo.class, path, port)));
    }

    @ParameterizedTest
    @CsvSource({"rail1-leaf1, 0", "rail2-spine, 0", "host1, 1", "host1, 2", "router, 1"})
    void attributesOfANode(String node, int port) {
        IbPath path = path(node, port);

        isTheSame(NodeDescription.class, path, 0);
        isTheSame(GuidInfo.class, path, 0);
        assertThat(NodeInfo.LAYOUT.copy(read(NodeInfo.class, path, 0)).localPortNum(0))
                .isEqualTo(NodeInfo.LAYOUT
                        .copy(mad.subnGet(NodeInfo.class, path, 0))
                        .localPortNum(0));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 7})
    void portsOfASwitch(int port) {
        isTheSamePort(path("rail1-leaf1", 0), port);
    }

    /** Every port of a channel adapter has a LID of its own, and the records are found by LID. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2})
    void portsOfAChannelAdapter(int port) {
        isTheSamePort(path("host1", 1), port);
        isTheSamePort(path("host1", 2), port);
    }

    @Test
    void aPortThatANodeDoesNotHaveIsRefused() {
        IbPath adapter = path("host1", 1);

        assertThatExceptionOfType(NoSuchRecordException.class)
                .isThrownBy(() -> records.subnGet(PortInfo.class, adapter, EXTERNAL))
                .withMessageContaining("NodeRecord[nodeGuid=");
    }

    @Test
    void forwardingTablesOfASwitch() {
        IbPath leaf = path("rail1-leaf1", 0);

        isTheSame(SwitchInfo.class, leaf, 0);
        LinearForwardingTable block = isTheSame(LinearForwardingTable.class, leaf, 0);
        assertThat(block.port(lid("host1", 1).bits())).isEqualTo(1);
    }

    @Test
    void aBlockWithoutRecordHasNoRoutes() {
        LinearForwardingTable beyond = read(LinearForwardingTable.class, path("rail1-leaf1", 0), 9);

        for (int at = 0; at < 64; at++) {
            assertThat(beyond.port(at)).as("port of entry %d", at).isEqualTo(0xff);
        }
    }

    @Test
    void aChannelAdapterHasNoForwardingTables() {
        IbPath adapter = path("host1", 1);

        assertThatExceptionOfType(NoSuchRecordException.class)
                .isThrownBy(() -> records.subnGet(LinearForwardingTable.class, adapter, 0))
                .withMessageContaining("SwitchInfoRecord[lid=");
        assertThatExceptionOfType(NoSuchRecordException.class)
                .isThrownBy(() -> records.subnGet(MulticastForwardingTable.class, adapter, 0))
                .withMessageContaining("SwitchInfoRecord[lid=");
    }

    @Test
    void multicastForwardingTablesByBlockAndPosition() {
        sa.join(McMemberRecord.query()
                .mgid(GROUP)
                .qKey(0x0b1b)
                .pKey(0xffff)
                .sl(0)
                .flowLabel(0)
                .trafficClass(0)
                .joinState(Set.of(JoinState.FULL_MEMBER)));
        IbPath leaf = path("rail2-leaf2", 0);

        MulticastForwardingTable first = isTheSame(MulticastForwardingTable.class, leaf, 0);

        assertThat(first).as("the block of the group").isNotEqualTo(new MulticastForwardingTable());
        assertThat(read(MulticastForwardingTable.class, leaf, 1L << 28))
                .as("the block for ports from 16 on")
                .isEqualTo(new MulticastForwardingTable());
        assertThat(read(MulticastForwardingTable.class, leaf, 8)).isEqualTo(new MulticastForwardingTable());
    }

    @Test
    void partitionKeysByPortAndBlock() {
        mad.subnSet(new PKeyTable().pKey(0, 0xffff).pKey(1, 0x8007), DirectedPath.self(), 0);
        IbPath own = path("host5", 1);
        IbPath leaf = path("rail1-leaf1", 0);

        PKeyTable ofHost = isTheSame(PKeyTable.class, own, 0);
        assertThat(read(PKeyTable.class, own, 1 << 16)).isEqualTo(ofHost);
        mad.subnSet(new PKeyTable().pKey(0, 0xffff).pKey(1, 0x8009), leaf, 2 << 16);
        assertThat(isTheSame(PKeyTable.class, leaf, 2 << 16)).isNotEqualTo(isTheSame(PKeyTable.class, leaf, 1 << 16));
        isTheSame(PKeyTable.class, leaf, 0);
        assertThatExceptionOfType(RdmaException.class)
                .isThrownBy(() -> records.subnGet(PKeyTable.class, own, 1 << 16 | 77))
                .withMessage("there is no such record: PKeyTableRecord[lid=" + own.dlid() + ", portNum=1] block 77");
    }

    @Test
    void mappingsOfServiceLevelsByInputAndOutputPort() {
        IbPath leaf = path("rail1-leaf1", 0);
        mad.subnSet(new SlToVlMappingTable().vl(0, 3), leaf, 1 << 8 | 2);

        assertThat(isTheSame(SlToVlMappingTable.class, leaf, 1 << 8 | 2))
                .isNotEqualTo(isTheSame(SlToVlMappingTable.class, leaf, 2 << 8 | 1));
        isTheSame(SlToVlMappingTable.class, leaf, 0);
        isTheSame(SlToVlMappingTable.class, path("host1", 2), 0);
    }

    @Test
    void mappingsFromAndToPortZeroOfASwitch() {
        IbPath leaf = path("rail1-leaf1", 0);
        mad.subnSet(new SlToVlMappingTable().vl(0, 1), leaf, 0 << 8 | 2);
        mad.subnSet(new SlToVlMappingTable().vl(0, 2), leaf, 2 << 8);

        SlToVlMappingTable from = isTheSame(SlToVlMappingTable.class, leaf, 0 << 8 | 2);
        SlToVlMappingTable to = isTheSame(SlToVlMappingTable.class, leaf, 2 << 8);
        assertThat(from).isNotEqualTo(to).isNotEqualTo(isTheSame(SlToVlMappingTable.class, leaf, 0));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void arbitrationByBlockAndOutputPort(int block) {
        IbPath leaf = path("rail1-leaf1", 0);
        mad.subnSet(new VlArbitrationTable().entry(0, new VlArbitrationEntry().weight(77)), leaf, block << 16 | 2);

        assertThat(isTheSame(VlArbitrationTable.class, leaf, block << 16 | 2))
                .isNotEqualTo(isTheSame(VlArbitrationTable.class, leaf, block << 16 | 1));
        isTheSame(VlArbitrationTable.class, path("host1", 2), block << 16);
    }

    @Test
    void theSubnetManager() {
        IbPath manager = IbPath.to(mad.endPort().attributes().smLid());

        assertThat(read(SmInfo.class, manager, 0).guid())
                .isEqualTo(mad.subnGet(SmInfo.class, manager).guid());
    }

    @Test
    void anAttributeWithoutRecordIsRefused() {
        assertThatExceptionOfType(RdmaException.class)
                .isThrownBy(() -> records.subnGet(SubnetNotice.class, path("host1", 1)))
                .withMessage("the subnet administration has no record of SubnetNotice; ask LID " + lid("host1", 1)
                        + " itself");
    }

    private String nameAt(Path path) {
        return read(NodeDescription.class, path, 0).nodeString();
    }

    /** Returns the number of datagrams to read the name of the node at the end of a route. */
    private long datagrams(Path path) {
        long before = mad.datagramsSent();
        nameAt(path);
        return mad.datagramsSent() - before;
    }

    @Test
    void aRouteIsFollowedOnceFromItsLongestKnownPart() {
        DirectedPath toLeaf = DirectedPath.of(1);
        DirectedPath toSpine = DirectedPath.of(1, 7);
        DirectedPath beyond = DirectedPath.of(1, 7, 8);

        assertThat(datagrams(toSpine)).as("two links and a record").isEqualTo(3);
        assertThat(datagrams(toSpine)).as("a record").isEqualTo(1);
        assertThat(datagrams(toLeaf)).as("a record").isEqualTo(1);
        assertThat(datagrams(beyond)).as("a link and a record").isEqualTo(2);
        assertThat(nameAt(toLeaf)).isEqualTo(name(toLeaf));
        assertThat(nameAt(beyond)).isEqualTo(name(beyond));
    }

    private String name(Path path) {
        return mad.subnGet(NodeDescription.class, path).nodeString();
    }

    @Test
    void routesAreFollowedAgainUnderAnotherSubnetManager() throws InterruptedException {
        DirectedPath toSpine = DirectedPath.of(1, 7);
        datagrams(toSpine);

        fabric.subnetAdministration().moveTo(fabric.node("host2").port(1));
        TimeUnit.MILLISECONDS.sleep(2 * WATCH_PERIOD.toMillis());

        assertThat(datagrams(toSpine)).as("two links and a record").isEqualTo(3);
    }

    @Test
    void aCombinedRouteBeginsAtItsLid() {
        CombinedPath path = new CombinedPath(lid("rail1-leaf1", 0), DirectedPath.of(7, 8));

        assertThat(nameAt(path)).isEqualTo("rail2-spine");
        assertThatExceptionOfType(RdmaException.class)
                .isThrownBy(() -> nameAt(new CombinedPath(lid("rail1-leaf1", 0), DirectedPath.of(7, 6))))
                .withMessage("cannot follow " + new CombinedPath(lid("rail1-leaf1", 0), DirectedPath.of(7, 6))
                        + ": the subnet administration knows no link at port 6 of LID " + lid("rail1-spine", 0));
    }

    @Test
    void aPathWithoutLidIsResolved() {
        IbPath path = IbPath.to(fabric.node("host3").port(2).guid());

        assertThat(nameAt(path)).isEqualTo("host3 HCA-1");
    }
}
