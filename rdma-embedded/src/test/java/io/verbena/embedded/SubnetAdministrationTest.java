package io.verbena.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.error.Errno;
import io.verbena.iba.ClassPortInfo;
import io.verbena.iba.Comparison;
import io.verbena.iba.Gid;
import io.verbena.iba.GidNoticeDetails;
import io.verbena.iba.Guid;
import io.verbena.iba.GuidInfo;
import io.verbena.iba.GuidInfoRecord;
import io.verbena.iba.InformInfo;
import io.verbena.iba.InformInfoRecord;
import io.verbena.iba.JoinState;
import io.verbena.iba.Lid;
import io.verbena.iba.LinearForwardingTableRecord;
import io.verbena.iba.LinkRecord;
import io.verbena.iba.MadMethod;
import io.verbena.iba.McMemberRecord;
import io.verbena.iba.Mtu;
import io.verbena.iba.MultiPathRecord;
import io.verbena.iba.MulticastForwardingTableRecord;
import io.verbena.iba.NodeInfo;
import io.verbena.iba.NodeRecord;
import io.verbena.iba.NodeType;
import io.verbena.iba.Notice;
import io.verbena.iba.PKeyTableRecord;
import io.verbena.iba.PathRecord;
import io.verbena.iba.PortInfoRecord;
import io.verbena.iba.PortState;
import io.verbena.iba.RandomForwardingTableRecord;
import io.verbena.iba.Rate;
import io.verbena.iba.ServiceAssociationRecord;
import io.verbena.iba.ServiceRecord;
import io.verbena.iba.SlToVlMappingTableRecord;
import io.verbena.iba.SmInfoRecord;
import io.verbena.iba.SmState;
import io.verbena.iba.SubnetAdministrationMad;
import io.verbena.iba.SwitchInfoRecord;
import io.verbena.iba.VlArbitrationTableRecord;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class SubnetAdministrationTest {
    private static final int NO_RECORDS = 0x0300;
    private static final int TOO_MANY = 0x0400;
    private static final int INVALID_REQUEST = 0x0200;
    private static final int INVALID_GID = 0x0500;
    private static final int INSUFFICIENT = 0x0600;
    private static final long SECOND = 1_000_000_000L;
    private static final Gid GROUP = new Gid(0xff12000000000000L, 0x1234);
    private static final String[] CREATE = {
        "mgid", "portGid", "joinState", "qKey", "trafficClass", "pKey", "sl", "flowLabel"
    };

    // Two spines, four leaves, four hosts each.
    private final EmbeddedFabric fabric =
            EmbeddedFabric.builder("fat-tree:2,4,4").virtualTime().open();
    private final SaAsker host = new SaAsker(fabric, "host5");

    @AfterEach
    void close() {
        fabric.close();
    }

    private int lid(String name) {
        EmbeddedNode node = fabric.node(name);
        return node.port(node.type() == NodeType.SWITCH ? 0 : 1).lid();
    }

    private Gid gid(String name) {
        return Gid.linkLocal(fabric.node(name).port(1).guid());
    }

    @Test
    void everyNodeHasARecordForItsAddressablePort() {
        List<NodeRecord> nodes = host.table(new NodeRecord());

        assertThat(nodes).hasSize(22);
        assertThat(nodes.stream().map(node -> node.nodeDescription().nodeString()))
                .containsExactlyInAnyOrderElementsOf(
                        fabric.nodes().stream().map(EmbeddedNode::description).toList());
        assertThat(nodes).allSatisfy(node -> {
            EmbeddedNode real = fabric.node(node.nodeDescription().nodeString());
            assertThat(node.lid().bits()).isEqualTo(lid(real.description()));
            assertThat(node.nodeInfo().nodeGuid()).isEqualTo(real.guid());
        });
    }

    @Test
    void onlyComponentsInTheMaskAreCompared() {
        NodeRecord wanted = new NodeRecord().nodeInfo(new NodeInfo().nodeType(NodeType.SWITCH));

        assertThat(host.table(wanted, "nodeInfo.nodeType")).hasSize(6);
        assertThat(host.table(wanted)).hasSize(22);
        assertThat(host.get(wanted.lid(Lid.of(lid("leaf1"))), "lid", "nodeInfo.nodeType")
                        .record(NodeRecord.LAYOUT)
                        .nodeDescription()
                        .nodeString())
                .isEqualTo("leaf1");
    }

    @Test
    void aGetThatFindsNoneOrSeveralIsRefusedAndATableMayBeEmpty() {
        NodeRecord nobody = new NodeRecord().lid(Lid.of(999));

        assertThat(host.get(nobody, "lid").mad().status()).isEqualTo(NO_RECORDS);
        assertThat(host.get(nobody).mad().status()).isEqualTo(TOO_MANY);
        assertThat(host.table(nobody, "lid")).isEmpty();
    }

    @Test
    void everyTableOfTheSubnetCanBeRead() {
        SaAsker trusted = new SaAsker(fabric, "host6").trusted(1);
        Lid leaf = Lid.of(lid("leaf0"));

        assertThat(host.table(new PortInfoRecord().endportLid(leaf), "endportLid"))
                .hasSize(fabric.node("leaf0").numPorts() + 1)
                .filteredOn(port -> port.portNum() == 1)
                .singleElement()
                .satisfies(port -> assertThat(port.portInfo().portState()).isEqualTo(PortState.ACTIVE));
        assertThat(host.table(new LinkRecord())).hasSize(2 * (8 + 16));
        assertThat(host.table(new LinkRecord().fromLid(Lid.of(lid("host0"))), "fromLid"))
                .singleElement()
                .satisfies(link -> assertThat(link.toLid()).isEqualTo(leaf));
        assertThat(host.table(new SwitchInfoRecord())).hasSize(6);
        assertThat(host.table(new LinearForwardingTableRecord().lid(leaf), "lid"))
                .singleElement()
                .satisfies(block -> assertThat(block.linearForwardingTable().port(leaf.bits()))
                        .isZero());
        assertThat(host.table(new GuidInfoRecord().lid(leaf), "lid")).hasSize(1);
        assertThat(host.table(new SlToVlMappingTableRecord().lid(leaf).outputPortNum(1), "lid", "outputPortNum"))
                .hasSize(fabric.node("leaf0").numPorts() + 1);
        assertThat(host.table(new VlArbitrationTableRecord().lid(leaf), "lid")).isNotEmpty();
        assertThat(trusted.table(new PKeyTableRecord().lid(Lid.of(lid("host0"))), "lid"))
                .singleElement()
                .satisfies(keys -> assertThat(keys.pKeyTable().pKey(0)).isEqualTo(0xffff));
        assertThat(host.table(new SmInfoRecord()))
                .singleElement()
                .satisfies(sm -> assertThat(sm.smInfo().state()).isEqualTo(SmState.MASTER));
        trusted.close();
    }

    @Test
    void partitionKeysAreForTrustedClientsAndAWrongKeyGetsNoAnswer() {
        assertThat(host.get(new PKeyTableRecord()).mad().status()).isEqualTo(INVALID_REQUEST);
        assertThat(host.trusted(7).get(new ClassPortInfo()).status()).isEqualTo(Errno.ETIMEDOUT);
    }

    @Test
    void aPathFollowsTheForwardingTables() {
        PathRecord path = host.get(new PathRecord().sgid(gid("host0")).dgid(gid("host15")), "sgid", "dgid")
                .record(PathRecord.LAYOUT);

        assertThat(path.slid().bits()).isEqualTo(lid("host0"));
        assertThat(path.dlid().bits()).isEqualTo(lid("host15"));
        assertThat(path.mtu()).isEqualTo(Mtu.MTU_4096);
        assertThat(path.rate()).isEqualTo(Rate.RATE_100);
        assertThat(path.pKey()).isEqualTo(0xffff);
        assertThat(path.reversible()).isEqualTo(1);

        fabric.node("leaf0").port(1).down();
        fabric.node("leaf0").port(2).down();
        assertThat(host.get(new PathRecord().sgid(gid("host5")).dgid(gid("host15")), "sgid", "dgid")
                        .mad()
                        .status())
                .isZero();
        assertThat(host.get(new PathRecord().sgid(gid("host5")).dgid(gid("host7")), "sgid", "dgid")
                        .mad()
                        .status())
                .isZero();
    }

    @Test
    void aRequestForAnImpossiblePathIsRefused() {
        PathRecord wanted = new PathRecord().sgid(gid("host0")).dgid(gid("host15"));

        assertThat(host.get(
                                wanted.rate(Rate.RATE_100).rateSelector(Comparison.GREATER_THAN),
                                "sgid",
                                "dgid",
                                "rate",
                                "rateSelector")
                        .mad()
                        .status())
                .isEqualTo(NO_RECORDS);
        assertThat(host.get(
                                wanted.rate(Rate.RATE_100).rateSelector(Comparison.LESS_THAN),
                                "sgid",
                                "dgid",
                                "rate",
                                "rateSelector")
                        .record(PathRecord.LAYOUT)
                        .rate())
                .isEqualTo(Rate.RATE_80);
        assertThat(host.get(wanted.pKey(0x8001), "sgid", "dgid", "pKey").mad().status())
                .isEqualTo(NO_RECORDS);
        assertThat(host.get(new PathRecord().dgid(new Gid(Gid.LINK_LOCAL_PREFIX, 99)), "dgid")
                        .mad()
                        .status())
                .isEqualTo(INVALID_GID);
        assertThat(host.table(new PathRecord().sgid(gid("host0")), "sgid")).hasSize(22);
        assertThat(host.table(new PathRecord())).hasSize(22 * 22);
    }

    @Test
    void pathsHaveTheLowestServiceLevelThatTheirLinksCarryBothWays() {
        PathRecord wanted = new PathRecord().sgid(gid("host0")).dgid(gid("host15"));
        fabric.node("leaf3").dropServiceLevel(0);
        fabric.node("host15").dropServiceLevel(1);

        assertThat(serviceLevel(wanted, "sgid", "dgid")).isEqualTo(1);
        assertThat(serviceLevel(wanted.reversible(1), "sgid", "dgid", "reversible"))
                .isEqualTo(2);
        assertThat(serviceLevel(wanted.sl(3), "sgid", "dgid", "sl")).isEqualTo(3);
        assertThat(host.get(wanted.sl(0), "sgid", "dgid", "sl").mad().status()).isEqualTo(NO_RECORDS);
        assertThat(serviceLevel(new PathRecord().sgid(gid("host0")).dgid(gid("host1")), "sgid", "dgid"))
                .isZero();
    }

    private int serviceLevel(PathRecord wanted, String... components) {
        return host.get(wanted, components).record(PathRecord.LAYOUT).sl();
    }

    @Test
    void multiPathRequestsReturnThePathsBetweenSeveralPorts() {
        MultiPathRecord wanted = new MultiPathRecord()
                .sgidCount(2)
                .dgidCount(1)
                .sdgid(0, gid("host0"))
                .sdgid(1, gid("host1"))
                .sdgid(2, gid("host15"));

        SaAsker.Reply reply =
                host.ask(MadMethod.GET_MULTI, wanted, MultiPathRecord.LAYOUT.componentMask("sgidCount", "dgidCount"));

        assertThat(reply.records(PathRecord.LAYOUT).stream()
                        .map(path -> path.slid().bits()))
                .containsExactly(lid("host0"), lid("host1"));
    }

    private McMemberRecord member(String name) {
        return new McMemberRecord()
                .mgid(GROUP)
                .portGid(gid(name))
                .joinState(Set.of(JoinState.FULL_MEMBER))
                .qKey(0x1b)
                .pKey(0xffff);
    }

    @Test
    void aGroupLivesFromTheFirstFullMemberToTheLast() {
        assertThat(host.set(member("host5"), "mgid", "portGid", "joinState")
                        .mad()
                        .status())
                .isEqualTo(INSUFFICIENT);
        McMemberRecord created = host.set(member("host5"), CREATE).record(McMemberRecord.LAYOUT);
        assertThat(created.mlid().bits()).isEqualTo(0xc001);
        assertThat(host.set(member("host15"), "mgid", "portGid", "joinState")
                        .mad()
                        .status())
                .isZero();
        assertThat(host.trusted(1).table(member("host5"), "mgid"))
                .extracting(McMemberRecord::portGid)
                .containsExactly(gid("host5"), gid("host15"));
        assertThat(host.table(new MulticastForwardingTableRecord().lid(Lid.of(lid("leaf1"))), "lid"))
                .isNotEmpty()
                .anySatisfy(block -> assertThat(block.multicastForwardingTable().toBytes()[3])
                        .isNotZero());
        host.trusted(0);
        assertThat(host.table(new McMemberRecord()))
                .hasSize(2)
                .extracting(McMemberRecord::portGid)
                .containsOnly(Gid.ZERO);

        for (String name : List.of("host5", "host15")) {
            assertThat(host.delete(member(name), "mgid", "portGid", "joinState")
                            .mad()
                            .status())
                    .isZero();
        }
        assertThat(host.delete(member("host5"), "mgid", "portGid", "joinState")
                        .mad()
                        .status())
                .isEqualTo(INVALID_REQUEST);
        assertThat(host.table(new McMemberRecord().mgid(GROUP), "mgid")).isEmpty();
    }

    @Test
    void aServiceIsRegisteredUntilItsLeaseExpires() {
        ServiceRecord service = new ServiceRecord()
                .serviceId(0x42)
                .serviceGid(gid("host5"))
                .servicePKey(0xffff)
                .serviceLease(10)
                .serviceName("store");

        assertThat(host.set(service, "serviceId").mad().status()).isEqualTo(INSUFFICIENT);
        assertThat(host.set(service, "serviceId", "serviceGid", "servicePKey", "serviceLease", "serviceName")
                        .mad()
                        .status())
                .isZero();
        host.notices(4 * SECOND);
        assertThat(host.table(service, "serviceName"))
                .singleElement()
                .satisfies(found -> assertThat(found.serviceLease()).isBetween(5L, 6L));
        host.notices(7 * SECOND);
        assertThat(host.table(service, "serviceName")).isEmpty();
    }

    private static InformInfo everything() {
        return new InformInfo()
                .lidRangeBegin(Lid.PERMISSIVE)
                .isGeneric(1)
                .subscribe(1)
                .type(0xffff)
                .trapNumber(0xffff)
                .producerType(0xffffff);
    }

    @Test
    void aSubscriberReceivesReportsOfChanges() {
        assertThat(host.set(everything()).mad().status()).isZero();
        assertThat(host.table(new InformInfoRecord()))
                .singleElement()
                .satisfies(record -> assertThat(record.subscriberGid()).isEqualTo(gid("host5")));

        fabric.node("host15").port(1).down();

        List<Notice> notices = host.notices(SECOND);
        assertThat(notices).extracting(Notice::trapNumber).containsExactlyInAnyOrder(65, 128);
        assertThat(notices)
                .filteredOn(notice -> notice.trapNumber() == 65)
                .singleElement()
                .satisfies(notice -> assertThat(GidNoticeDetails.LAYOUT
                                .decode(notice.dataDetails())
                                .gid())
                        .isEqualTo(gid("host15")));

        assertThat(host.set(everything().subscribe(0)).mad().status()).isZero();
        assertThat(host.set(everything().subscribe(0)).mad().status()).isEqualTo(INVALID_REQUEST);
        fabric.node("host15").port(1).up();
        assertThat(host.notices(SECOND)).hasSize(2);
    }

    @Test
    void aReportIsRepeatedUntilItIsAnswered() {
        host.deaf().set(everything().trapNumber(65));

        fabric.node("host15").port(1).down();

        assertThat(host.notices(10 * SECOND)).extracting(Notice::trapNumber).containsExactly(65, 65, 65, 65);
    }

    @Test
    void removedNodesHaveNoRecords() {
        fabric.node("host15").port(1).down();

        assertThat(host.table(new NodeRecord())).hasSize(21);
        assertThat(host.table(new LinkRecord())).hasSize(2 * (8 + 15));
        assertThat(host.get(new PathRecord().dgid(gid("host15")), "dgid").mad().status())
                .isEqualTo(INVALID_GID);
    }

    @Test
    void aGuidIsGivenToAPort() {
        Lid lid = Lid.of(lid("host15"));
        GuidInfoRecord wanted = new GuidInfoRecord().lid(lid).guidInfo(new GuidInfo().guid(3, Guid.of(0x77)));

        assertThat(host.set(wanted, "lid", "blockNum", "guidInfo.guid[3]").mad().status())
                .isZero();
        assertThat(host.get(
                                new PathRecord().sgid(gid("host5")).dgid(new Gid(Gid.LINK_LOCAL_PREFIX, 0x77)),
                                "sgid",
                                "dgid")
                        .record(PathRecord.LAYOUT)
                        .dlid())
                .isEqualTo(lid);
        assertThat(host.set(wanted, "lid", "blockNum", "guidInfo.guid[0]").mad().status())
                .isEqualTo(INVALID_REQUEST);
    }

    @Test
    void aTableIsCompleteDespiteLoss() {
        fabric.loss(0.1, 7);

        assertThat(host.table(new NodeRecord())).hasSize(22);
    }

    @Test
    void noDatagramStopsTheAdministration() {
        SplittableRandom random = new SplittableRandom(11);
        int[] attributes = {
            0x01, 0x02, 0x03, 0x11, 0x12, 0x13, 0x14, 0x15, 0x17, 0x18, 0x20, 0x30, 0x31, 0x33, 0x35, 0x36, 0x38, 0x3a,
            0xf3, 0x99
        };
        int[] methods = {0x01, 0x02, 0x12, 0x13, 0x14, 0x15, 0x86};
        byte[] bytes = new byte[SubnetAdministrationMad.LENGTH];
        for (int i = 0; i < 20_000; i++) {
            random.nextBytes(bytes);
            if (random.nextBoolean()) {
                Arrays.fill(bytes, 56 + random.nextInt(200), bytes.length, (byte) 0);
            }
            SubnetAdministrationMad mad = SubnetAdministrationMad.LAYOUT.wrapWritable(bytes, 0);
            mad.baseVersion(1)
                    .managementClassBits(3)
                    .classVersion(2)
                    .methodBits(methods[random.nextInt(methods.length)])
                    .attributeId(attributes[random.nextInt(attributes.length)])
                    .smKey(random.nextInt(2))
                    .componentMask((1L << random.nextInt(Long.SIZE)) | (1L << random.nextInt(24)));
            if (random.nextInt(4) != 0) {
                mad.rmppFlagsBits(0);
            }
            host.throwIn(bytes);
        }

        try (SaAsker other = new SaAsker(fabric, "host6")) {
            assertThat(other.table(new NodeRecord())).hasSize(22);
        }
    }

    @Test
    void randomForwardingTablesAndServiceAssociationsAreEmpty() {
        assertThat(host.table(new RandomForwardingTableRecord())).isEmpty();
        assertThat(host.table(new ServiceAssociationRecord())).isEmpty();
        assertThat(host.get(new RandomForwardingTableRecord(), "lid").mad().status())
                .isEqualTo(NO_RECORDS);
    }

    @Test
    void silenceAndBusyAreInjected() {
        fabric.subnetAdministration().busy(1);
        assertThat(host.get(new ClassPortInfo()).mad().status()).isEqualTo(1);
        assertThat(host.get(new ClassPortInfo()).mad().status()).isZero();

        fabric.subnetAdministration().silence();
        assertThat(host.get(new ClassPortInfo()).status()).isEqualTo(Errno.ETIMEDOUT);
        fabric.subnetAdministration().restore();
        assertThat(host.get(new ClassPortInfo()).mad().status()).isZero();
    }

    @Test
    void aMovedAdministrationStartsWithoutSubscriptions() {
        host.set(everything());

        fabric.subnetAdministration().moveTo(fabric.node("host3").port(1));

        assertThat(host.smLid()).isEqualTo(lid("host3"));
        assertThat(host.table(new InformInfoRecord())).isEmpty();
        assertThat(host.table(new NodeRecord())).hasSize(22);
        host.notices(Duration.ofSeconds(1).toNanos());
    }
}
