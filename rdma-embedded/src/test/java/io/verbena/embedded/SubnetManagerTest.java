package io.verbena.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.verbena.embedded.junit.WithFabric;
import io.verbena.error.RdmaException;
import io.verbena.iba.Gid;
import io.verbena.iba.GidNoticeDetails;
import io.verbena.iba.InformInfo;
import io.verbena.iba.JoinState;
import io.verbena.iba.Lid;
import io.verbena.iba.McMemberRecord;
import io.verbena.iba.Mtu;
import io.verbena.iba.NodeInfo;
import io.verbena.iba.NodeRecord;
import io.verbena.iba.NodeType;
import io.verbena.iba.Notice;
import io.verbena.iba.PathRecord;
import io.verbena.iba.PortInfo;
import io.verbena.iba.PortPhysicalState;
import io.verbena.iba.PortState;
import io.verbena.iba.SmState;
import io.verbena.iba.SwitchInfo;
import io.verbena.iba.VendorOuiMad;
import io.verbena.sm.RoutingAlgorithm;
import io.verbena.sm.SubnetManager;
import io.verbena.sm.SubnetManagerOptions;
import io.verbena.spi.MadAddress;
import io.verbena.spi.MadRegistration;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
@WithFabric(value = "fat-tree:2,4,4", virtualTime = true, managed = false)
class SubnetManagerTest {
    private static final SubnetManagerOptions OPTIONS = SubnetManagerOptions.DEFAULTS;
    private static final long SECOND = 1_000_000_000L;

    private static EmbeddedFabric open(String net) {
        return SwitchNets.builder(net).unmanaged().virtualTime().open();
    }

    private static List<EmbeddedNode> hosts(EmbeddedFabric fabric) {
        return fabric.nodes().stream()
                .filter(node -> node.type() == NodeType.CHANNEL_ADAPTER)
                .toList();
    }

    private static Stream<EmbeddedPort> linked(EmbeddedFabric fabric) {
        return fabric.nodes().stream()
                .flatMap(EmbeddedNode::ports)
                .filter(port -> port.peer().isPresent());
    }

    private static void assertAllReachEachOther(EmbeddedFabric fabric, int lmc) {
        for (EmbeddedNode from : hosts(fabric)) {
            try (Asker asker = new Asker(fabric, from.id())) {
                for (EmbeddedNode to : hosts(fabric)) {
                    for (int bits = 0; bits < 1 << lmc; bits++) {
                        Asker.Reply reply =
                                asker.askByLid(NodeInfo.LAYOUT, 0, to.port(1).lid() + bits);
                        assertThat(reply.status()).as("%s to %s", from, to).isZero();
                        assertThat(reply.as(NodeInfo.LAYOUT).nodeGuid()).isEqualTo(to.guid());
                    }
                }
            }
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void lostDatagramsAreNoFailures(long seed) {
        try (EmbeddedFabric fabric = open("fat-tree:2,4,4");
                Asker time = new Asker(fabric, hosts(fabric).get(1).id())) {
            fabric.loss(0.02, seed);

            SubnetManager manager = fabric.manage(hosts(fabric).get(0).id(), OPTIONS);
            time.receive(reply -> {}, 5 * SECOND);

            assertThat(manager.report().failures()).isEmpty();
            assertThat(linked(fabric)).allMatch(port -> port.state() == PortState.ACTIVE);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "two-node,       0, MIN_HOP",
        "'fat-tree:2,4,4', 0, MIN_HOP",
        "'fat-tree:2,4,4', 2, MIN_HOP",
        "'fat-tree:2,4,4', 1, UP_DOWN",
        "fat-tree3:4,    0, UP_DOWN",
        "ring:2,         0, UP_DOWN",
        "ring:5,         2, MIN_HOP",
        "torus:3,        0, UP_DOWN"
    })
    void everyPortComesUpAndEachHostReachesEachOther(String net, int lmc, RoutingAlgorithm routing) {
        try (EmbeddedFabric fabric = open(net)) {
            String first = hosts(fabric).get(0).id();

            SubnetManager manager = fabric.manage(first, OPTIONS.withLmc(lmc).withRouting(routing));

            assertThat(manager.state()).isEqualTo(SmState.MASTER);
            assertThat(manager.report().failures()).isEmpty();
            assertThat(manager.report().nodes()).isEqualTo(fabric.nodes().size());
            assertThat(linked(fabric)).allMatch(port -> port.state() == PortState.ACTIVE);
            List<Integer> lids = fabric.nodes().stream()
                    .flatMapToInt(node -> node.forwards()
                            ? IntStream.of(node.port(0).lid())
                            : IntStream.range(0, 1 << lmc)
                                    .map(bits -> node.port(1).lid() + bits))
                    .boxed()
                    .toList();
            assertThat(lids).doesNotContain(0).doesNotHaveDuplicates();
            assertAllReachEachOther(fabric, lmc);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"fat-tree:2,4,4", "fat-tree3:4", "ring:5", "torus:3"})
    void minHopRoutesHaveTheHopsOfAManagedFabric(String net) {
        try (EmbeddedFabric fabric = open(net);
                EmbeddedFabric other = SwitchNets.builder(net).open()) {
            SubnetManager manager = fabric.manage(hosts(fabric).get(0).id());

            assertThat(manager.report().failures()).isEmpty();
            assertThat(new WaysOfPackets(fabric).hops())
                    .isEqualTo(new WaysOfPackets(other).hops())
                    .doesNotContainValue(0);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"ring:5", "torus:4", "fat-tree3:4"})
    void upDownRoutingCannotDeadlock(String net) {
        try (EmbeddedFabric fabric = open(net)) {
            SubnetManager manager =
                    fabric.manage(hosts(fabric).get(0).id(), OPTIONS.withRouting(RoutingAlgorithm.UP_DOWN));

            assertThat(manager.report().failures()).isEmpty();
            assertThat(new WaysOfPackets(fabric).hops()).doesNotContainValue(0);
            assertThat(new WaysOfPackets(fabric).canDeadlock()).isFalse();
        }
    }

    @Test
    void minHopRoutingOfARingCanDeadlock() {
        try (EmbeddedFabric fabric = open("ring:5")) {
            SubnetManager manager = fabric.manage("host0");

            assertThat(manager.report().failures()).isEmpty();
            assertThat(new WaysOfPackets(fabric).canDeadlock()).isTrue();
        }
    }

    @Test
    void portsAreConfiguredCompletely(EmbeddedFabric fabric) {
        fabric.manage("host3", OPTIONS.withSubnetPrefix(0xfec0_0000_0000_0007L));
        try (Asker host = new Asker(fabric, "host0")) {
            PortInfo info = host.ask(PortInfo.LAYOUT, 0);
            assertThat(info.masterSmLid().bits())
                    .isEqualTo(fabric.node("host3").port(1).lid());
            assertThat(info.gidPrefix()).isEqualTo(0xfec0_0000_0000_0007L);
            assertThat(info.neighborMtu()).isEqualTo(Mtu.MTU_4096);
            assertThat(info.subnetTimeout()).isEqualTo(18);
            assertThat(fabric.node("host0").port(1).reregistrations()).isEqualTo(1);
            assertThat(host.ask(SwitchInfo.LAYOUT, 0, 1).portStateChange()).isZero();
        }
    }

    @Test
    void itsAdministrationRespondsFromTheLastSweep(EmbeddedFabric fabric) {
        fabric.manage("host3");
        try (SaAsker client = new SaAsker(fabric, "host9")) {
            assertThat(client.table(new NodeRecord())).hasSize(fabric.nodes().size());
            Lid target = Lid.of(fabric.node("host14").port(1).lid());
            PathRecord path = client.get(new PathRecord().dlid(target).slid(lid(fabric, "host9")), "slid", "dlid")
                    .record(PathRecord.LAYOUT);
            assertThat(path.dgid()).isEqualTo(gid(fabric, "host14"));
            assertThat(path.mtu()).isEqualTo(Mtu.MTU_4096);
        }
    }

    private static Lid lid(EmbeddedFabric fabric, String host) {
        return Lid.of(fabric.node(host).port(1).lid());
    }

    private static Gid gid(EmbeddedFabric fabric, String host) {
        return new Gid(Gid.LINK_LOCAL_PREFIX, fabric.node(host).port(1).guid().bits());
    }

    @Test
    void packetsAreReroutedWhenALinkFailsAndRecovers(EmbeddedFabric fabric) {
        SubnetManager manager = fabric.manage("host0");
        List<Integer> lids =
                hosts(fabric).stream().map(host -> host.port(1).lid()).toList();

        fabric.node("leaf1").port(1).down();
        assertAllReachEachOther(fabric, 0);
        fabric.node("leaf1").port(1).up();

        assertThat(fabric.node("leaf1").port(1).state()).isEqualTo(PortState.ACTIVE);
        assertAllReachEachOther(fabric, 0);
        assertThat(hosts(fabric)).extracting(host -> host.port(1).lid()).isEqualTo(lids);
        assertThat(manager.report().number()).isGreaterThan(2);
        assertThat(manager.report().failures()).isEmpty();
    }

    @Test
    void aLostTrapIsRepeatedAndTheNextSweepFindsTheChange(EmbeddedFabric fabric) {
        SubnetManager manager = fabric.manage("host0");
        try (Asker time = new Asker(fabric, "host1")) {
            fabric.loss(1, 1);
            fabric.node("host9").port(1).down().up();
            fabric.loss(0, 1);
            int before = manager.report().number();

            time.receive(reply -> {}, 2 * SECOND);

            assertThat(manager.report().number()).isGreaterThan(before);
            assertThat(fabric.node("host9").port(1).state()).isEqualTo(PortState.ACTIVE);
        }
    }

    @Test
    void aNodeThatReturnsIsReportedAndKeepsItsLid(EmbeddedFabric fabric) {
        fabric.manage("host0");
        Lid lid = lid(fabric, "host7");
        try (SaAsker client = new SaAsker(fabric, "host9")) {
            client.set(new InformInfo()
                    .lidRangeBegin(Lid.PERMISSIVE)
                    .isGeneric(1)
                    .subscribe(1)
                    .type(3)
                    .trapNumber(0xffff)
                    .producerType(0xffffff));

            fabric.node("host7").reboot(Duration.ofSeconds(1));

            List<Notice> notices = client.notices(5 * SECOND);
            assertThat(notices).extracting(Notice::trapNumber).containsExactly(65, 64);
            assertThat(notices)
                    .allSatisfy(notice -> assertThat(GidNoticeDetails.LAYOUT
                                    .decode(notice.dataDetails())
                                    .gid())
                            .isEqualTo(gid(fabric, "host7")));
            assertThat(lid(fabric, "host7")).isEqualTo(lid);
            assertThat(fabric.node("host7").port(1).state()).isEqualTo(PortState.ACTIVE);
            assertAllReachEachOther(fabric, 0);
        }
    }

    @Test
    void aRebootedSwitchGetsItsTablesAgain(EmbeddedFabric fabric) {
        fabric.manage("host0");
        try (Asker time = new Asker(fabric, "host1")) {
            fabric.node("spine0").reboot(Duration.ofSeconds(3));
            fabric.node("leaf2").reboot(Duration.ofSeconds(3));

            time.receive(reply -> {}, 30 * SECOND);
        }
        assertAllReachEachOther(fabric, 0);
        assertThat(linked(fabric)).allMatch(port -> port.state() == PortState.ACTIVE);
    }

    @Test
    void aSweepReportsAnUnresponsiveNodeInTime(EmbeddedFabric fabric) {
        fabric.node("leaf1").silence();
        try (Asker time = new Asker(fabric, "host1")) {
            SubnetManager manager = fabric.manage("host0");
            time.receive(reply -> {}, SECOND);

            assertThat(manager.report().number()).isEqualTo(1);
            assertThat(manager.report().nodes()).isEqualTo(fabric.nodes().size() - 5);
            assertThat(manager.report().failures())
                    .isNotEmpty()
                    .allMatch(failure -> failure.startsWith("SubnGet(NodeInfo) to DirectedPath[0,")
                            && failure.endsWith("timed out after 3 attempts of 200 ms"));
            assertThat(fabric.node("host9").port(1).state()).isEqualTo(PortState.ACTIVE);

            fabric.node("leaf1").restore();
            time.receive(reply -> {}, 11 * SECOND);

            assertThat(manager.report().failures()).isEmpty();
            assertAllReachEachOther(fabric, 0);
        }
    }

    @Test
    void aFabricThatLosesAndDelaysDatagramsIsConfigured(EmbeddedFabric fabric) {
        fabric.loss(0.05, 1).delay(Duration.ofMillis(1));
        try (Asker time = new Asker(fabric, "host1")) {
            fabric.manage("host0");
            time.receive(reply -> {}, 60 * SECOND);
            fabric.loss(0, 1).delay(Duration.ZERO);
            time.receive(reply -> {}, 60 * SECOND);
        }
        assertThat(linked(fabric)).allMatch(port -> port.state() == PortState.ACTIVE);
        assertAllReachEachOther(fabric, 0);
    }

    @Test
    void aPortWithTheMKeyOfAnotherManagerIsReportedAndNotChanged(EmbeddedFabric fabric) {
        try (Asker host = new Asker(fabric, "host9")) {
            PortInfo info = PortInfo.LAYOUT.copy(host.ask(PortInfo.LAYOUT, 0));
            info.portState(PortState.NO_CHANGE)
                    .portPhysicalState(PortPhysicalState.NO_CHANGE)
                    .lid(Lid.of(77))
                    .mKey(99)
                    .mKeyProtectBits(1);
            assertThat(host.set(info, 0)).isZero();

            SubnetManager manager = fabric.manage("host0", OPTIONS.withKeys(1, 55));
            host.receive(reply -> {}, 5 * SECOND);

            assertThat(manager.report().failures()).anyMatch(failure -> failure.startsWith("SubnSet(PortInfo)"));
            assertThat(fabric.node("host9").port(1).state()).isEqualTo(PortState.INITIALIZE);
            assertThat(fabric.node("host10").port(1).state()).isEqualTo(PortState.ACTIVE);
            assertThat(fabric.node("host10").port(1).info().mKey()).isEqualTo(55);
        }
    }

    @Test
    void multicastReachesItsMembersAfterALinkFailure(EmbeddedFabric fabric) {
        fabric.manage("host0");
        Gid group = new Gid(0xff15a01bfe800000L, 0x7);
        List<String> names = List.of("host2", "host6", "host13");
        for (String name : names) {
            try (SaAsker client = new SaAsker(fabric, name)) {
                McMemberRecord member = new McMemberRecord()
                        .mgid(group)
                        .portGid(gid(fabric, name))
                        .joinState(Set.of(JoinState.FULL_MEMBER))
                        .qKey(0x1b)
                        .pKey(0xffff);
                assertThat(client.set(
                                        member,
                                        "mgid",
                                        "portGid",
                                        "joinState",
                                        "qKey",
                                        "pKey",
                                        "trafficClass",
                                        "sl",
                                        "flowLabel")
                                .mad()
                                .status())
                        .isZero();
            }
        }
        assertThat(receivers(fabric, names)).isEqualTo(names.subList(1, 3));

        fabric.node("leaf3").port(1).down();
        assertThat(receivers(fabric, names)).isEqualTo(names.subList(1, 3));
        fabric.node("leaf3").port(1).up();
        fabric.node("leaf3").port(2).down();
        assertThat(receivers(fabric, names)).isEqualTo(names.subList(1, 3));
    }

    /** Returns the members that receive what the first one sends. */
    private static List<String> receivers(EmbeddedFabric fabric, List<String> members) {
        List<Asker> askers =
                members.stream().map(name -> new Asker(fabric, name)).toList();
        List<Integer> agents = askers.stream()
                .map(asker -> asker.channel().register(new MadRegistration(0x32, 1, 0x1405, Set.of(1), false)))
                .toList();
        VendorOuiMad mad = new VendorOuiMad()
                .baseVersion(1)
                .managementClassBits(0x32)
                .classVersion(1)
                .methodBits(1)
                .oui(0x1405);
        MadAddress to = MadAddress.generalService(0xc001, 0, 0);
        askers.get(0).channel().send(agents.get(0), to, ByteBuffer.wrap(mad.toBytes()), 0);
        List<String> received = new ArrayList<>();
        for (int i = 0; i < members.size(); i++) {
            String name = members.get(i);
            askers.get(i).receive(reply -> received.add(name), 0);
        }
        askers.forEach(Asker::close);
        return received;
    }

    @Test
    void equalFabricsAreConfiguredEqually() {
        assertThat(ports()).isEqualTo(ports());
    }

    private static List<PortInfo> ports() {
        try (EmbeddedFabric fabric = open("torus:3")) {
            fabric.loss(0.1, 5).delay(Duration.ofMillis(2));
            fabric.manage("host4");
            try (Asker time = new Asker(fabric, "host1")) {
                time.receive(reply -> {}, 30 * SECOND);
            }
            return fabric.nodes().stream()
                    .flatMap(EmbeddedNode::ports)
                    .map(EmbeddedPort::info)
                    .toList();
        }
    }

    @Test
    void aHostHasOneSubnetManager(EmbeddedFabric fabric) {
        try (SubnetManager first = fabric.manage("host0")) {
            assertThatThrownBy(() -> fabric.manage("host0"))
                    .isInstanceOf(RdmaException.class)
                    .hasMessageContaining("cannot start a subnet manager on host0");
            assertThat(first.state()).isEqualTo(SmState.MASTER);
        }
        assertThat(fabric.manage("host0").state()).isEqualTo(SmState.MASTER);
    }

    @Test
    void invalidOptionsAreRefused() {
        assertThatThrownBy(() -> OPTIONS.withPriority(16)).hasMessage("priority 16 is out of range; expected 0 to 15");
        assertThatThrownBy(() -> OPTIONS.withLmc(-1)).hasMessage("LMC -1 is out of range; expected 0 to 7");
        assertThatThrownBy(() -> OPTIONS.withKeys(0, 0)).hasMessageContaining("SM_Key must not be 0");
        assertThatThrownBy(() -> OPTIONS.withIntervals(Duration.ZERO, Duration.ofSeconds(1)))
                .hasMessage("PT0S is not an interval of sweeps; use a positive duration");
    }
}
