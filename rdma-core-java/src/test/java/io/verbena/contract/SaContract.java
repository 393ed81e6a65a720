package io.verbena.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.verbena.iba.Comparison;
import io.verbena.iba.Gid;
import io.verbena.iba.Guid;
import io.verbena.iba.GuidInfoRecord;
import io.verbena.iba.InformInfoRecord;
import io.verbena.iba.JoinState;
import io.verbena.iba.Lid;
import io.verbena.iba.LinearForwardingTableRecord;
import io.verbena.iba.LinkRecord;
import io.verbena.iba.McMemberRecord;
import io.verbena.iba.Mtu;
import io.verbena.iba.MulticastForwardingTableRecord;
import io.verbena.iba.NodeDescription;
import io.verbena.iba.NodeInfo;
import io.verbena.iba.NodeRecord;
import io.verbena.iba.NodeType;
import io.verbena.iba.PKeyTableRecord;
import io.verbena.iba.PathRecord;
import io.verbena.iba.PortCapability;
import io.verbena.iba.PortInfo;
import io.verbena.iba.PortInfoRecord;
import io.verbena.iba.PortState;
import io.verbena.iba.Rate;
import io.verbena.iba.SaCapability;
import io.verbena.iba.SaCapability2;
import io.verbena.iba.SaStatus;
import io.verbena.iba.ServiceRecord;
import io.verbena.iba.SlToVlMappingTableRecord;
import io.verbena.iba.SmInfoRecord;
import io.verbena.iba.SmState;
import io.verbena.iba.SwitchInfoRecord;
import io.verbena.iba.VlArbitrationTableRecord;
import io.verbena.mad.MadOptions;
import io.verbena.mad.MadOptions.Segmentation;
import io.verbena.mad.MadTransactor;
import io.verbena.path.DirectedPath;
import io.verbena.path.IbPath;
import io.verbena.sa.CapabilityMissingException;
import io.verbena.sa.MultiPathQuery;
import io.verbena.sa.MulticastMembership;
import io.verbena.sa.NoSuchRecordException;
import io.verbena.sa.PathQuery;
import io.verbena.sa.SaCapabilities;
import io.verbena.sa.SaClient;
import io.verbena.sa.SaException;
import io.verbena.sa.SaOptions;
import io.verbena.sa.SaPathNotFoundException;
import io.verbena.sa.SaTransactor;
import io.verbena.sa.ServiceRegistration;
import io.verbena.sa.TooManyRecordsException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests the responses of every subnet administration. The net is {@code two-node}. */
public abstract class SaContract extends ProviderContract {
    private static final Guid HOST1_PORT = Guid.of(0x0008f10400010001L);
    private static final Guid SWITCH = Guid.of(0x0002c90000010000L);
    private static final Gid GROUP = Gid.parse("ff12:401b:ffff::1234");
    private static final long SERVICE = 0x1000_0000_0000_4711L;

    /** The default SM_Key of opensm. */
    private static final long SM_KEY = 1;

    private MadTransactor mad;
    private SaClient sa;

    /** The promises as this fabric keeps them. */
    protected SaContract(TriedFabric fabric) {
        super(fabric);
    }

    @BeforeEach
    final void ask() {
        mad = rdma.mad(rdma.endPort(device() + "/1"));
        sa = rdma.sa(mad);
    }

    @AfterEach
    final void closeTheClient() {
        sa.close();
        mad.close();
    }

    private Lid lidOf(Guid port) {
        return sa.get(NodeRecord.query().portGuid(port)).lid();
    }

    @Test
    void knowsEveryNode() {
        assertThat(sa.table(NodeRecord.class))
                .extracting(node -> node.nodeInfo().nodeGuid())
                .containsExactlyInAnyOrderElementsOf(guids().toList());
    }

    @Test
    void findsNodesByWhatTheyAre() {
        assertThat(sa.table(NodeRecord.query().nodeType(NodeType.SWITCH)))
                .extracting(node -> node.nodeInfo().nodeGuid())
                .containsExactly(SWITCH);
        assertThat(sa.get(NodeRecord.query().portGuid(HOST1_PORT))
                        .nodeDescription()
                        .nodeString())
                .isEqualTo("host1 HCA-1");
    }

    @Test
    void knowsBothEndsOfEveryLink() {
        Lid middle = lidOf(SWITCH);

        List<LinkRecord> links = sa.table(LinkRecord.class);

        assertThat(links).hasSize(4);
        assertThat(links)
                .allSatisfy(link ->
                        assertThat(List.of(link.fromLid(), link.toLid())).contains(middle));
    }

    @Test
    void knowsThePortsThatAreUp() {
        assertThat(sa.table(PortInfoRecord.query().portState(PortState.ACTIVE)))
                .isNotEmpty()
                .allSatisfy(port -> assertThat(port.portInfo().portState()).isEqualTo(PortState.ACTIVE));
    }

    @Test
    void anEmptyTableIsAnEmptyList() {
        assertThat(sa.table(NodeRecord.query().nodeGuid(Guid.of(0x1234)))).isEmpty();
        assertThat(sa.table(SwitchInfoRecord.query().lid(lidOf(HOST1_PORT)))).isEmpty();
    }

    @Test
    void aGetOfWhatIsNotThereNamesTheQuery() {
        assertThatExceptionOfType(NoSuchRecordException.class)
                .isThrownBy(() -> sa.get(NodeRecord.query().nodeGuid(Guid.of(0x1234))))
                .withMessageContaining("NodeRecord[nodeGuid=0000:0000:0000:1234]");
    }

    @Test
    void aGetOfSeveralRecordsSaysWhatToDo() {
        assertThatExceptionOfType(TooManyRecordsException.class)
                .isThrownBy(() -> sa.get(NodeRecord.query().nodeType(NodeType.CHANNEL_ADAPTER)))
                .withMessageContaining("NodeRecord[nodeType=Channel Adapter]")
                .withMessageContaining("ask for a table");
    }

    @Test
    void answersFuturesAsItAnswersCalls() throws Exception {
        CompletableFuture<List<NodeRecord>> nodes = sa.async().table(NodeRecord.class);
        CompletableFuture<NodeRecord> none = sa.async().get(NodeRecord.query().nodeGuid(Guid.of(0x1234)));

        assertThat(nodes.get(10, TimeUnit.SECONDS)).hasSize(3);
        assertThat(none)
                .failsWithin(Duration.ofSeconds(10))
                .withThrowableThat()
                .withRootCauseInstanceOf(io.verbena.mad.MadClassException.class)
                .withMessageContaining("NodeRecord[nodeGuid=");
    }

    @Test
    void resolvesAGuidToAPathThatLeadsThere() {
        IbPath path = sa.resolve(IbPath.to(HOST1_PORT));

        assertThat(path.dlid()).isEqualTo(lidOf(HOST1_PORT));
        assertThat(path.dgid().guid()).isEqualTo(HOST1_PORT);
        assertThat(path.packetLifeTime()).isNotEqualTo(IbPath.UNKNOWN_LIFE_TIME);
        assertThat(mad.subnGet(NodeInfo.class, path).portGuid()).isEqualTo(HOST1_PORT);
    }

    @Test
    void resolvesALidAndAGidToTheSamePath() {
        Gid gid = new Gid(mad.endPort().attributes().gidPrefix(), HOST1_PORT.bits());

        IbPath byGid = sa.resolve(PathQuery.to(gid));

        assertThat(sa.resolve(PathQuery.to(byGid.dlid()))).isEqualTo(byGid);
        assertThat(sa.paths(PathQuery.to(HOST1_PORT).atMost(1))).containsExactly(byGid);
    }

    @Test
    void findsOnlyPathsThatAreAbleToDoWhatIsAskedFor() {
        PathRecord record = sa.get(
                PathRecord.query().sgid(mad.endPort().attributes().defaultGid()).dlid(lidOf(HOST1_PORT)));
        Mtu mtu = record.mtu();

        assertThat(sa.paths(PathQuery.to(HOST1_PORT).mtu(Comparison.EXACTLY, mtu)))
                .hasSize(1);
        assertThat(sa.paths(PathQuery.to(HOST1_PORT).mtu(Comparison.GREATER_THAN, mtu)))
                .isEmpty();
        assertThat(sa.paths(PathQuery.to(HOST1_PORT).mtu(Comparison.LARGEST, mtu)))
                .hasSize(1);
        assertThat(sa.paths(PathQuery.to(HOST1_PORT).rate(Comparison.LESS_THAN, record.rate())))
                .allSatisfy(path -> assertThat(path).isNotNull());
        assertThat(sa.paths(PathQuery.to(HOST1_PORT).rate(Comparison.LARGEST, Rate.RATE_2_5)))
                .hasSize(1);
    }

    @ParameterizedTest
    @EnumSource
    void findsPathsBetweenSetsOfPorts(Segmentation segmentation) {
        SaClient client = rdma.sa(mad.withOptions(OPTIONS.withSegmentation(segmentation)));
        Gid own = mad.endPort().attributes().defaultGid();
        Gid other = new Gid(own.prefix(), HOST1_PORT.bits());
        Gid middle = new Gid(own.prefix(), SWITCH.bits());

        List<IbPath> paths = client.paths(MultiPathQuery.to(other, middle));

        assertThat(paths).extracting(IbPath::dlid).containsExactlyInAnyOrder(lidOf(HOST1_PORT), lidOf(SWITCH));
        assertThat(paths)
                .allSatisfy(path -> assertThat(mad.subnGet(NodeInfo.class, path).portGuid())
                        .isEqualTo(path.dgid().guid()));
        assertThat(client.paths(MultiPathQuery.between(List.of(own, middle), List.of(other))
                        .atMost(1)))
                .hasSize(1)
                .extracting(IbPath::dlid)
                .containsExactly(lidOf(HOST1_PORT));
    }

    @Test
    void refusesPathsBetweenSetsOfPortsOfWhichOneIsNotThere() {
        assertThatExceptionOfType(SaException.class)
                .isThrownBy(() -> sa.paths(MultiPathQuery.to(Gid.linkLocal(Guid.of(0x1234)))))
                .withMessageContaining("MultiPathRecord[this end port to [fe80::1234]]")
                .satisfies(refusal -> assertThat(refusal.status()).isEqualTo(SaStatus.INVALID_GID));
    }

    @Test
    void saysWhatItIsAbleToDo() {
        SaCapabilities capabilities = sa.capabilities();
        long before = mad.datagramsSent();

        assertThat(capabilities.first())
                .contains(
                        SaCapability.UD_MULTICAST,
                        SaCapability.MULTI_PATH,
                        SaCapability.PORT_INFO_CAPABILITY_MASK_MATCH);
        assertThat(capabilities.second())
                .contains(SaCapability2.ALIAS_GUIDS, SaCapability2.SEND_ONLY_FULL_MEMBER)
                .doesNotContain(SaCapability2.QUALITY_OF_SERVICE);
        assertThat(sa.capabilities()).isEqualTo(capabilities);
        assertThat(mad.datagramsSent()).as("it is asked once").isEqualTo(before);
    }

    @Test
    void isNotAskedForWhatItDoesNotAnnounce() {
        sa.capabilities();
        long before = mad.datagramsSent();

        assertThatExceptionOfType(CapabilityMissingException.class)
                .isThrownBy(() -> sa.resolve(PathQuery.to(HOST1_PORT).qosClass(3)))
                .withMessageMatching("cannot ask for PathRecord\\[.*qosClass=.*\\]: the ClassPortInfo of the subnet"
                        + " administration does not announce quality of service");
        assertThat(mad.datagramsSent()).isEqualTo(before);
    }

    @Test
    void findsThePortsWithACapability() {
        Lid manager = mad.endPort().attributes().smLid();

        assertThat(sa.portsWith(Set.of(PortCapability.IS_SM)))
                .extracting(PortInfoRecord::endportLid)
                .containsExactly(manager);
        assertThat(sa.table(PortInfoRecord.query().capabilityMask(Set.of(PortCapability.IS_SM))))
                .as("a query compares the whole mask")
                .isEmpty();
    }

    /** Every record of a port, a switch or a path is found by what identifies it. */
    @Test
    void findsRecordsOfEveryTypeByTheirFields() {
        MadOptions withKey = OPTIONS.withKeys(OPTIONS.keys().withSmKey(SM_KEY));
        SaClient trusted = rdma.sa(mad.withOptions(withKey));
        Lid middle = lidOf(SWITCH);
        Lid host = lidOf(HOST1_PORT);

        assertThat(sa.get(NodeRecord.query().lid(middle)).nodeInfo().nodeType()).isEqualTo(NodeType.SWITCH);
        assertThat(sa.get(PortInfoRecord.query().endportLid(middle).portNum(1)).portNum())
                .isEqualTo(1);
        assertThat(sa.get(LinkRecord.query().fromLid(middle).toLid(host)).fromPort())
                .isEqualTo(1);
        assertThat(sa.get(SwitchInfoRecord.query().lid(middle)).switchInfo().linearFdbCap())
                .isPositive();
        assertThat(sa.get(LinearForwardingTableRecord.query().lid(middle).blockNum(0))
                        .linearForwardingTable()
                        .port(host.bits()))
                .isEqualTo(1);
        assertThat(sa.get(GuidInfoRecord.query().lid(host).blockNum(0))
                        .guidInfo()
                        .guid(0))
                .isEqualTo(HOST1_PORT);
        assertThat(sa.table(SlToVlMappingTableRecord.query().lid(middle).outputPortNum(1)))
                .isNotEmpty()
                .allSatisfy(row -> assertThat(row.outputPortNum()).isEqualTo(1));
        assertThat(sa.table(VlArbitrationTableRecord.query().lid(middle).outputPortNum(1)))
                .isNotEmpty()
                .allSatisfy(row -> assertThat(row.outputPortNum()).isEqualTo(1));
        assertThat(trusted.get(PKeyTableRecord.query().lid(host).blockNum(0))
                        .pKeyTable()
                        .pKey(0))
                .isEqualTo(0xffff);
        assertThat(sa.get(SmInfoRecord.query().lid(host)).smInfo().state()).isEqualTo(SmState.MASTER);
        assertThat(sa.get(PathRecord.query().slid(host).dlid(middle)).pKey()).isEqualTo(0xffff);
        assertThat(sa.table(ServiceRecord.query().serviceName("nobody"))).isEmpty();
        assertThat(sa.table(InformInfoRecord.query().subscriberGid(Gid.linkLocal(SWITCH))))
                .isEmpty();
        assertThat(sa.table(McMemberRecord.query().mgid(GROUP))).isEmpty();
        assertThat(sa.table(MulticastForwardingTableRecord.query().lid(middle).blockNum(9)))
                .isEmpty();
    }

    @Test
    void saysBetweenWhichPortsThereIsNoPath() {
        assertThatExceptionOfType(SaPathNotFoundException.class)
                .isThrownBy(() -> sa.resolve(IbPath.to(Guid.of(0x1234))))
                .withMessage(
                        "there is no path from " + mad.endPort().attributes().defaultGid() + " to fe80::1234");
        assertThat(sa.paths(PathQuery.to(Guid.of(0x1234)))).isEmpty();
    }

    @Test
    void asksForAPathOnceUntilItIsForgotten() {
        IbPath first = sa.resolve(IbPath.to(HOST1_PORT));
        long before = mad.datagramsSent();

        assertThat(sa.resolve(IbPath.to(HOST1_PORT))).isEqualTo(first);
        assertThat(mad.datagramsSent()).isEqualTo(before);

        sa.pathCache().invalidate(first);
        assertThat(sa.resolve(IbPath.to(HOST1_PORT))).isEqualTo(first);
        assertThat(mad.datagramsSent()).isEqualTo(before + 1);
    }

    @Test
    void keepsNoMorePathsThanItMay() {
        SaClient small = new SaClient(mad, SaOptions.DEFAULTS.withPathCache(1, Duration.ofMinutes(1)));

        small.resolve(PathQuery.to(HOST1_PORT));
        small.resolve(PathQuery.to(SWITCH));

        assertThat(small.pathCache().size()).isEqualTo(1);
        SaClient none = new SaClient(mad, SaOptions.DEFAULTS.withPathCache(0, Duration.ofMinutes(1)));
        none.resolve(PathQuery.to(HOST1_PORT));
        assertThat(none.pathCache().size()).isZero();
    }

    @Test
    void tellsOthersOfAServiceAsLongAsItIsOpen() {
        ServiceRecord service = new ServiceRecord()
                .serviceId(SERVICE)
                .servicePKey(0xffff)
                .serviceName("verbena")
                .serviceData8(3, 9);

        try (ServiceRegistration registration = sa.register(service, Duration.ofSeconds(30))) {
            ServiceRecord found = sa.get(ServiceRecord.query().serviceId(SERVICE));

            assertThat(found.serviceName()).isEqualTo("verbena");
            assertThat(found.serviceData8(3)).isEqualTo(9);
            assertThat(found.serviceGid()).isEqualTo(mad.endPort().attributes().defaultGid());
            assertThat(sa.resolve(PathQuery.toService(SERVICE).from(HOST1_PORT)).dlid())
                    .isEqualTo(mad.endPort().attributes().lid());
            assertThat(registration.failure()).isEmpty();
        }

        assertThat(sa.table(ServiceRecord.query().serviceId(SERVICE))).isEmpty();
        assertThatExceptionOfType(SaPathNotFoundException.class)
                .isThrownBy(() -> sa.resolve(PathQuery.toService(SERVICE)))
                .withMessage("no port has registered the service 0x1000000000004711");
    }

    @Test
    void renewsAServiceBeforeItsLeaseIsOver() throws InterruptedException {
        SaClient lively = new SaClient(mad, SaOptions.DEFAULTS.withWatchPeriod(Duration.ofMillis(100)));
        ServiceRecord service =
                new ServiceRecord().serviceId(SERVICE).servicePKey(0xffff).serviceName("short");

        try (ServiceRegistration registration = lively.register(service, Duration.ofSeconds(2))) {
            Thread.sleep(4000);

            assertThat(registration.failure()).isEmpty();
            assertThat(sa.table(ServiceRecord.query().serviceId(SERVICE))).hasSize(1);
        }
        await("the threads of the client to end", () -> threads("verbena-sa-") == 0);
    }

    private static long threads(String prefix) {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith(prefix) && thread.isAlive())
                .count();
    }

    @Test
    void isAMemberOfAGroupUntilItIsClosed() {
        try (MulticastMembership membership = sa.join(McMemberRecord.query()
                .mgid(GROUP)
                .qKey(0x0b1b)
                .pKey(0xffff)
                .sl(0)
                .flowLabel(0)
                .trafficClass(0)
                .joinState(Set.of(JoinState.FULL_MEMBER)))) {
            assertThat(membership.group()).isEqualTo(GROUP);
            assertThat(membership.record().mlid()).isGreaterThanOrEqualTo(Lid.FIRST_MULTICAST);
            assertThat(membership.record().qKey()).isEqualTo(0x0b1b);
            try (MulticastMembership second = sa.join(GROUP, JoinState.SEND_ONLY_NON_MEMBER)) {
                assertThat(second.record().mlid()).isEqualTo(membership.record().mlid());
            }
            assertThat(sa.table(McMemberRecord.query().mgid(GROUP))).hasSize(1);
        }

        assertThat(sa.table(McMemberRecord.query().mgid(GROUP))).isEmpty();
    }

    @Test
    void givesBackWhatIsStillOpenWhenItIsClosed() {
        SaClient other = rdma.sa(mad);
        ServiceRecord service =
                new ServiceRecord().serviceId(SERVICE).servicePKey(0xffff).serviceName("left");
        ServiceRegistration registration = other.register(service, Duration.ofSeconds(30));

        other.close();
        registration.close();

        assertThat(sa.table(ServiceRecord.query().serviceId(SERVICE))).isEmpty();
    }

    @Test
    void readsWhatTheAgentsKnow() {
        SaTransactor management = sa.management();
        for (Guid port : List.of(HOST1_PORT, SWITCH)) {
            IbPath path = sa.resolve(PathQuery.to(port));
            NodeInfo asked =
                    NodeInfo.LAYOUT.copy(mad.subnGet(NodeInfo.class, path)).localPortNum(0);

            assertThat(NodeInfo.LAYOUT
                            .copy(management.subnGet(NodeInfo.class, path))
                            .localPortNum(0))
                    .isEqualTo(asked);
            assertThat(management.subnGet(NodeDescription.class, path))
                    .isEqualTo(mad.subnGet(NodeDescription.class, path));
            assertThat(management.subnGet(PortInfo.class, path, 1).lid())
                    .isEqualTo(mad.subnGet(PortInfo.class, path, 1).lid());
        }
    }

    @Test
    void followsADirectedRouteAlongTheLinks() {
        SaTransactor management = sa.management();

        assertThat(management.subnGet(NodeInfo.class, DirectedPath.self()).nodeGuid())
                .isEqualTo(mad.subnGet(NodeInfo.class, DirectedPath.self()).nodeGuid());
        assertThat(management.subnGet(NodeInfo.class, DirectedPath.of(1)).nodeGuid())
                .isEqualTo(SWITCH);
        assertThat(management.subnGet(NodeInfo.class, DirectedPath.of(1, 1)).portGuid())
                .isEqualTo(HOST1_PORT);
        assertThatExceptionOfType(io.verbena.error.RdmaException.class)
                .isThrownBy(() -> management.subnGet(NodeInfo.class, DirectedPath.of(1, 5)))
                .withMessageContaining("cannot follow DirectedPath[0,1,5]")
                .withMessageContaining("no link at port 5");
    }
}
