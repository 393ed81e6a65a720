package io.verbena.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.verbena.embedded.junit.WithFabric;
import io.verbena.error.Errno;
import io.verbena.iba.DirectedRouteSmp;
import io.verbena.iba.Guid;
import io.verbena.iba.GuidInfo;
import io.verbena.iba.LaneSpeed;
import io.verbena.iba.LedInfo;
import io.verbena.iba.Lid;
import io.verbena.iba.LinearForwardingTable;
import io.verbena.iba.LinkWidth;
import io.verbena.iba.MKeyNoticeDetails;
import io.verbena.iba.MulticastForwardingTable;
import io.verbena.iba.NodeDescription;
import io.verbena.iba.NodeInfo;
import io.verbena.iba.PKeyTable;
import io.verbena.iba.PortInfo;
import io.verbena.iba.PortPhysicalState;
import io.verbena.iba.PortState;
import io.verbena.iba.RandomForwardingTable;
import io.verbena.iba.SlToVlMappingTable;
import io.verbena.iba.SmInfo;
import io.verbena.iba.SmState;
import io.verbena.iba.SubnetNotice;
import io.verbena.iba.SwitchInfo;
import io.verbena.iba.SwitchPortStateTable;
import io.verbena.iba.VendorOuiMad;
import io.verbena.iba.VlArbitrationTable;
import io.verbena.spi.MadAddress;
import io.verbena.spi.MadRegistration;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Settings of a subnet manager and their effects. host0 is at port 3 of leaf0, host1 at port 4. */
@WithFabric(value = "fat-tree:2,4,4", virtualTime = true)
class SubnetSettingsTest {
    private static final int INVALID = 7 << 2;

    private EmbeddedFabric fabric;
    private Asker host;

    @BeforeEach
    void open(EmbeddedFabric opened) {
        fabric = opened;
        host = new Asker(fabric, "host0");
    }

    private int lid(String node) {
        EmbeddedNode found = fabric.node(node);
        return found.port(found.forwards() ? 0 : 1).lid();
    }

    private PortInfo info(int port, int... path) {
        return PortInfo.LAYOUT.copy(host.ask(PortInfo.LAYOUT, port, path));
    }

    private PortInfo unchanged(int port, int... path) {
        return info(port, path).portState(PortState.NO_CHANGE).portPhysicalState(PortPhysicalState.NO_CHANGE);
    }

    @Test
    void aPortGoesThroughItsStatesOneByOne() {
        assertThat(host.set(unchanged(4, 1).portState(PortState.DOWN), 4, 1)).isZero();
        assertThat(info(4, 1).portState()).isEqualTo(PortState.INITIALIZE);
        assertThat(fabric.node("host1").port(1).state()).as("the other end").isEqualTo(PortState.INITIALIZE);

        assertThat(host.set(unchanged(4, 1).portState(PortState.ACTIVE), 4, 1)).isEqualTo(INVALID);
        assertThat(host.set(unchanged(4, 1).portState(PortState.ARMED), 4, 1)).isZero();
        assertThat(host.set(unchanged(4, 1).portState(PortState.ACTIVE), 4, 1)).isZero();
        assertThat(host.set(unchanged(4, 1).portState(PortState.ACTIVE), 4, 1)).isEqualTo(INVALID);
        assertThat(info(4, 1).portState()).isEqualTo(PortState.ACTIVE);
        assertThat(fabric.node("leaf0").port(4).counter("linkDownedCounter")).isEqualTo(1);
    }

    @Test
    void aDisabledPortStaysDownUntilItIsEnabled() {
        assertThat(host.set(unchanged(4, 1).portPhysicalState(PortPhysicalState.DISABLED), 4, 1))
                .isZero();
        assertThat(info(4, 1).portPhysicalState()).isEqualTo(PortPhysicalState.DISABLED);
        assertThat(fabric.node("host1").port(1).state()).isEqualTo(PortState.DOWN);
        fabric.node("leaf0").port(4).down().up();
        assertThat(info(4, 1).portState()).isEqualTo(PortState.DOWN);

        assertThat(host.set(unchanged(4, 1).portPhysicalState(PortPhysicalState.POLLING), 4, 1))
                .isZero();
        assertThat(info(4, 1).portState()).isEqualTo(PortState.INITIALIZE);
    }

    @Test
    void widthAndSpeedAreNegotiatedWhenTheLinkTrains() {
        PortInfo wanted =
                unchanged(4, 1).linkWidthEnabled(Set.of(LinkWidth.ONE)).linkSpeedExtEnabledBits(1);
        assertThat(host.set(wanted, 4, 1)).isZero();
        assertThat(LaneSpeed.active(info(4, 1))).isEqualTo(LaneSpeed.EDR);

        assertThat(host.set(unchanged(4, 1).portPhysicalState(PortPhysicalState.POLLING), 4, 1))
                .isZero();

        for (PortInfo end : List.of(info(4, 1), info(1, 1, 4))) {
            assertThat(LaneSpeed.active(end)).isEqualTo(LaneSpeed.FDR);
            assertThat(end.linkWidthActive()).isEqualTo(LinkWidth.ONE);
        }
    }

    @Test
    void anUnsupportedSettingIsRefusedCompletely() {
        PortInfo before = info(1, 1, 4);
        PortInfo wanted = unchanged(1, 1, 4).lid(Lid.of(500)).linkWidthEnabledBits(8);
        assertThat(host.set(wanted, 1, 1, 4)).isEqualTo(INVALID);
        assertThat(host.set(unchanged(1, 1, 4).lid(Lid.of(0xc000)), 1, 1, 4)).isEqualTo(INVALID);
        assertThat(host.set(unchanged(1, 1, 4).lid(Lid.of(501)).lmc(2), 1, 1, 4))
                .isEqualTo(INVALID);
        assertThat(host.set(unchanged(1, 1, 4).portState(PortState.INITIALIZE), 1, 1, 4))
                .isEqualTo(INVALID);
        assertThat(info(1, 1, 4)).isEqualTo(before);
    }

    @Test
    void anAssignedLidIsReachedThroughTheTables() {
        assertThat(host.set(unchanged(1, 1, 4).lid(Lid.of(0x400)).lmc(2), 1, 1, 4))
                .isZero();
        assertThat(host.askByLid(NodeInfo.LAYOUT, 0, 0x402).status()).isEqualTo(Errno.ETIMEDOUT);

        LinearForwardingTable block =
                LinearForwardingTable.LAYOUT.copy(host.ask(LinearForwardingTable.LAYOUT, 0x10, 1));
        assertThat(host.set(block.port(2, 4), 0x10, 1)).isZero();
        SwitchInfo info = SwitchInfo.LAYOUT.copy(host.ask(SwitchInfo.LAYOUT, 0, 1));
        assertThat(host.set(info.linearFdbTop(0x403), 0, 1)).isZero();

        assertThat(host.askByLid(NodeDescription.LAYOUT, 0, 0x402)
                        .as(NodeDescription.LAYOUT)
                        .nodeString())
                .isEqualTo("host1");
        assertThat(host.askByLid(NodeInfo.LAYOUT, 0, 0x401).status()).isEqualTo(Errno.ETIMEDOUT);
        assertThat(host.ask(LinearForwardingTable.LAYOUT, 0x10, 1)).isEqualTo(block);
    }

    @Test
    void packetsFollowTheLinearTable() {
        int target = lid("host5");
        int out = host.ask(LinearForwardingTable.LAYOUT, target / 64, 1).port(target % 64);
        assertThat(host.askByLid(NodeInfo.LAYOUT, 0, target).status()).isZero();

        fabric.node("leaf0").port(out).down();

        assertThat(host.askByLid(NodeInfo.LAYOUT, 0, target).status()).isEqualTo(Errno.ETIMEDOUT);
        LinearForwardingTable block =
                LinearForwardingTable.LAYOUT.copy(host.ask(LinearForwardingTable.LAYOUT, target / 64, 1));
        host.set(block.port(target % 64, 3 - out), target / 64, 1);
        assertThat(host.askByLid(NodeInfo.LAYOUT, 0, target).status()).isZero();
        assertThat(host.ask(Asker.request(RandomForwardingTable.LAYOUT, 0, 1))
                        .directed()
                        .status())
                .isEqualTo(3 << 2);
    }

    @Test
    void aLidAboveTheTopOfTheTableIsNotForwarded() {
        SwitchInfo info = SwitchInfo.LAYOUT.copy(host.ask(SwitchInfo.LAYOUT, 0, 1));
        assertThat(host.set(info.linearFdbTop(lid("host1") - 1), 0, 1)).isZero();

        assertThat(host.askByLid(NodeInfo.LAYOUT, 0, lid("host1")).status()).isEqualTo(Errno.ETIMEDOUT);
        assertThat(host.set(info.linearFdbTop(0xc000), 0, 1)).isEqualTo(INVALID);
    }

    @Test
    void aDatagramToAGroupReachesTheMembersOnce() {
        MulticastForwardingTable table = new MulticastForwardingTable();
        // The tree uses ports 3, 4 and 1 of leaf0, ports 1 and 2 of spine0, and ports 1 and 3 of leaf1, which lead to
        // spine0 and host4.
        assertThat(host.set(table.portMask(1, 1 << 3 | 1 << 4 | 1 << 1), 0, 1)).isZero();
        assertThat(host.set(table.portMask(1, 1 << 1 | 1 << 2), 0, 1, 1)).isZero();
        assertThat(host.set(table.portMask(1, 1 << 1 | 1 << 3), 0, 1, 1, 2)).isZero();
        List<Asker> members = List.of(new Asker(fabric, "host1"), new Asker(fabric, "host4"));
        members.forEach(member -> member.channel().register(new MadRegistration(0x32, 1, 0x1405, Set.of(1), false)));
        int agent = host.channel().register(new MadRegistration(0x32, 1, 0x1405, Set.of(1), false));
        VendorOuiMad mad = new VendorOuiMad()
                .baseVersion(1)
                .managementClassBits(0x32)
                .classVersion(1)
                .methodBits(1)
                .oui(0x1405);

        host.channel().send(agent, MadAddress.generalService(0xc001, 0, 0), ByteBuffer.wrap(mad.toBytes()), 0);

        for (Asker member : members) {
            List<Asker.Reply> received = new ArrayList<>();
            member.receive(received::add, 0);
            assertThat(received)
                    .singleElement()
                    .satisfies(reply -> assertThat(reply.address().lid()).isEqualTo(lid("host0")));
        }
        host.receive(
                reply -> {
                    throw new AssertionError("the sender gets no copy");
                },
                0);
        assertThat(fabric.node("host4").port(1).counter("portMulticastRcvPkts")).isEqualTo(1);
    }

    @Test
    void tablesAreReadAsTheyWereSet() {
        GuidInfo guids = GuidInfo.LAYOUT.copy(host.ask(GuidInfo.LAYOUT, 0));
        assertThat(guids.guid(0)).isEqualTo(fabric.node("host0").port(1).guid());
        assertThat(host.set(guids.guid(0, Guid.of(1)).guid(5, Guid.of(2)), 0)).isZero();
        assertThat(host.ask(GuidInfo.LAYOUT, 0).guid(0))
                .isEqualTo(fabric.node("host0").port(1).guid());
        assertThat(host.ask(GuidInfo.LAYOUT, 0).guid(5)).isEqualTo(Guid.of(2));

        PKeyTable keys = PKeyTable.LAYOUT.copy(host.ask(PKeyTable.LAYOUT, 0, 1, 4));
        assertThat(keys.pKey(0)).isEqualTo(0xffff);
        assertThat(host.set(keys.pKey(31, 0x8001), 0, 1, 4)).isZero();
        assertThat(host.ask(PKeyTable.LAYOUT, 0, 1, 4)).isEqualTo(keys);
        assertThat(host.ask(Asker.request(PKeyTable.LAYOUT, 4, 1, 4)).directed().status())
                .isEqualTo(INVALID);

        SlToVlMappingTable levels = SlToVlMappingTable.LAYOUT.copy(host.ask(SlToVlMappingTable.LAYOUT, 0x304, 1));
        assertThat(levels.vl(9)).isEqualTo(1);
        assertThat(host.set(levels.vl(9, 15), 0x304, 1)).isZero();
        assertThat(host.ask(SlToVlMappingTable.LAYOUT, 0x304, 1)).isEqualTo(levels);
        assertThat(host.ask(SlToVlMappingTable.LAYOUT, 0x403, 1)).isNotEqualTo(levels);

        VlArbitrationTable lanes = VlArbitrationTable.LAYOUT.copy(host.ask(VlArbitrationTable.LAYOUT, 0x10004, 1));
        assertThat(lanes.entry(7).vl()).isEqualTo(7);
        lanes.entry(7).weight(200);
        assertThat(host.set(lanes, 0x10004, 1)).isZero();
        assertThat(host.ask(VlArbitrationTable.LAYOUT, 0x10004, 1)).isEqualTo(lanes);

        assertThat(host.set(new LedInfo().ledMask(1), 1, 1)).isZero();
        assertThat(host.ask(LedInfo.LAYOUT, 1, 1).ledMask()).isEqualTo(1);
        assertThat(host.ask(LedInfo.LAYOUT, 2, 1).ledMask()).isZero();
        assertThat(host.set(new NodeDescription().nodeString("renamed"), 0, 1)).isZero();
        assertThat(host.ask(NodeDescription.LAYOUT, 0, 1).nodeString()).isEqualTo("renamed");
        assertThat(host.ask(SwitchPortStateTable.LAYOUT, 0, 1).portState(3)).isEqualTo(PortState.ACTIVE);
        assertThat(host.ask(SwitchPortStateTable.LAYOUT, 0, 1).portState(30)).isEqualTo(PortState.DOWN);
    }

    @Test
    void theSubnetManagerIsAtTheFirstHostAndNowhereElse() {
        SmInfo sm = host.ask(SmInfo.LAYOUT, 0);
        assertThat(sm.state()).isEqualTo(SmState.MASTER);
        assertThat(sm.guid()).isEqualTo(fabric.node("host0").port(1).guid());
        assertThat(host.ask(Asker.request(SmInfo.LAYOUT, 0, 1, 4)).directed().status())
                .isEqualTo(3 << 2);
    }

    private int statusOf(DirectedRouteSmp request) {
        return host.ask(request).status();
    }

    @Test
    void theMKeyProtectsAPortUntilItsLeaseExpires() {
        DirectedRouteSmp get = Asker.request(PortInfo.LAYOUT, 1, 1, 4);
        assertThat(host.set(unchanged(1, 1, 4).mKey(99).mKeyProtectBits(1).mKeyLeasePeriod(10), 1, 1, 4))
                .isZero();
        assertThat(host.ask(PortInfo.LAYOUT, 1, 1, 4).mKey())
                .as("level 1 does not show it")
                .isZero();
        assertThat(statusOf(
                        Asker.put(Asker.request(NodeDescription.LAYOUT, 0, 1, 4).methodBits(2), new NodeDescription())))
                .isEqualTo(Errno.ETIMEDOUT);

        DirectedRouteSmp protect = Asker.put(
                Asker.request(PortInfo.LAYOUT, 1, 1, 4).methodBits(2).mKey(99),
                unchanged(1, 1, 4).mKey(99).mKeyProtectBits(2));
        assertThat(statusOf(protect)).isZero();
        assertThat(statusOf(get)).isEqualTo(Errno.ETIMEDOUT);
        DirectedRouteSmp withKey = Asker.request(PortInfo.LAYOUT, 1, 1, 4).mKey(99);
        PortInfo read = host.ask(withKey).as(PortInfo.LAYOUT);
        assertThat(read.mKey()).isEqualTo(99);
        assertThat(read.mKeyViolations()).isEqualTo(2);

        assertThat(statusOf(get)).isEqualTo(Errno.ETIMEDOUT);
        host.receive(reply -> {}, TimeUnit.SECONDS.toNanos(11));

        assertThat(host.ask(PortInfo.LAYOUT, 1, 1, 4).mKey())
                .as("the lease is over")
                .isEqualTo(99);
    }

    private List<SubnetNotice> traps(int agent) {
        List<SubnetNotice> notices = new ArrayList<>();
        host.channel()
                .receive(
                        (to, status, source, mad) -> {
                            if (to == agent && status == 0) {
                                byte[] bytes = new byte[SubnetNotice.LENGTH];
                                mad.get(64, bytes);
                                notices.add(SubnetNotice.LAYOUT.decode(bytes));
                            }
                        },
                        0);
        return notices;
    }

    @Test
    void nodesSendTrapsToTheSubnetManager() {
        int agent = host.channel().register(new MadRegistration(1, 1, 0, Set.of(5), false));

        fabric.node("leaf1").port(1).down();

        assertThat(traps(agent))
                .extracting(
                        SubnetNotice::trapNumber, notice -> notice.issuerLid().bits())
                .contains(tuple(128, lid("spine0")));
        assertThat(host.ask(SwitchInfo.LAYOUT, 0, 1, 1).portStateChange()).isEqualTo(1);

        host.set(unchanged(1, 1, 4).mKey(7), 1, 1, 4);
        traps(agent);
        host.channel()
                .send(
                        host.directedAgent(),
                        MadAddress.DIRECTED,
                        ByteBuffer.wrap(Asker.put(
                                        Asker.request(NodeDescription.LAYOUT, 0, 1, 4)
                                                .methodBits(2),
                                        new NodeDescription())
                                .toBytes()),
                        0);
        List<SubnetNotice> notices = traps(agent);
        assertThat(notices).extracting(SubnetNotice::trapNumber).containsExactly(256);
        MKeyNoticeDetails details =
                MKeyNoticeDetails.LAYOUT.decode(notices.get(0).dataDetails());
        assertThat(details.attributeId()).isEqualTo(NodeDescription.LAYOUT.attributeId());
        assertThat(details.drHopCount()).isEqualTo(2);
    }

    @Test
    void aCombinedRouteEndsBehindItsDirectedPart() {
        DirectedRouteSmp request = Asker.request(NodeDescription.LAYOUT, 0, 1).drDlid(Lid.of(lid("host9")));

        Asker.Reply reply = host.ask(request);

        assertThat(reply.status()).isZero();
        assertThat(reply.as(NodeDescription.LAYOUT).nodeString()).isEqualTo("host9");

        DirectedRouteSmp middle = Asker.request(NodeDescription.LAYOUT, 0, 3).drSlid(Lid.of(lid("host0")));
        reply = host.ask(middle, lid("leaf1"));
        assertThat(reply.status()).isZero();
        assertThat(reply.as(NodeDescription.LAYOUT).nodeString()).isEqualTo("host4");
    }

    @Test
    void aRebootedSwitchHasLostItsSettings() {
        fabric.node("leaf1").reboot(Duration.ofSeconds(30));
        assertThat(fabric.node("host4").port(1).state()).isEqualTo(PortState.DOWN);
        assertThat(host.ask(Asker.request(NodeInfo.LAYOUT, 0, 1, 1, 2)).status())
                .isEqualTo(Errno.ETIMEDOUT);

        host.receive(reply -> {}, TimeUnit.SECONDS.toNanos(31));

        PortInfo info = host.ask(PortInfo.LAYOUT, 0, 1, 1, 2);
        assertThat(info.lid()).isEqualTo(Lid.NONE);
        assertThat(host.ask(PortInfo.LAYOUT, 1, 1, 1, 2).portState()).isEqualTo(PortState.INITIALIZE);
        assertThat(host.ask(LinearForwardingTable.LAYOUT, 0, 1, 1, 2).port(1)).isEqualTo(0xff);
    }

    @Test
    void aFlappingLinkComesBackByItself() {
        fabric.node("leaf0").port(4).flap(Duration.ofSeconds(2));
        assertThat(host.ask(Asker.request(NodeInfo.LAYOUT, 0, 1, 4)).status()).isEqualTo(Errno.ETIMEDOUT);

        host.receive(reply -> {}, TimeUnit.SECONDS.toNanos(3));

        assertThat(host.ask(PortInfo.LAYOUT, 1, 1, 4).portState()).isEqualTo(PortState.ACTIVE);
    }

    @Test
    @WithFabric(value = "fat-tree:2,4,4", managed = false)
    void anUnmanagedFabricWaitsForASubnetManager() {
        PortInfo port = host.ask(PortInfo.LAYOUT, 1, 1, 4);
        assertThat(port.portState()).isEqualTo(PortState.INITIALIZE);
        assertThat(port.lid()).isEqualTo(Lid.NONE);
    }
}
