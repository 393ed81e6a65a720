package io.verbena.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.iba.Gid;
import io.verbena.iba.JoinState;
import io.verbena.iba.Lid;
import io.verbena.iba.McMemberRecord;
import io.verbena.iba.ServiceRecord;
import io.verbena.iba.SlToVlMappingTableRecord;
import io.verbena.iba.SmInfo;
import io.verbena.iba.SwitchInfo;
import io.verbena.iba.VlArbitrationTableRecord;
import io.verbena.sm.SubnetManager;
import io.verbena.sm.SubnetManagerOptions;
import java.util.Arrays;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Rules that osmtest and opensm expect of a subnet administration and a subnet manager, found by running them. */
class SaConformanceTest {
    private static final int INVALID_REQUEST = 0x0200;
    private static final int NO_RECORDS = 0x0300;
    private static final Gid GROUP = new Gid(0xff12401b00000000L, 0x77);
    private static final String[] CREATE = {
        "mgid", "portGid", "joinState", "qKey", "trafficClass", "pKey", "sl", "flowLabel"
    };

    private final EmbeddedFabric fabric =
            EmbeddedFabric.builder("fat-tree:2,4,4").virtualTime().open();
    private final SaAsker host = new SaAsker(fabric, "host5");

    @AfterEach
    void close() {
        fabric.close();
    }

    private Gid gid(String name) {
        return new Gid(Gid.LINK_LOCAL_PREFIX, fabric.node(name).port(1).guid().bits());
    }

    private ServiceRecord service(byte[] key) {
        return new ServiceRecord()
                .serviceId(0x42)
                .serviceGid(gid("host5"))
                .servicePKey(0xffff)
                .serviceKey(key);
    }

    @Test
    void theResponseToARegistrationHasAServiceKeyOfZeros() {
        byte[] key = new byte[16];
        Arrays.fill(key, (byte) 7);

        SaAsker.Reply reply = host.set(service(key), "serviceId", "serviceGid", "servicePKey", "serviceKey");

        assertThat(reply.mad().status()).isZero();
        assertThat(reply.record(ServiceRecord.LAYOUT).serviceKey()).containsOnly(0);
    }

    @Test
    void aServiceIsFoundByItsKeyAlthoughTheKeyIsNotShown() {
        byte[] key = new byte[16];
        Arrays.fill(key, (byte) 7);
        host.set(service(key), "serviceId", "serviceGid", "servicePKey", "serviceKey");

        SaAsker.Reply found = host.get(service(key), "serviceId", "serviceKey");
        assertThat(found.mad().status()).isZero();
        assertThat(found.record(ServiceRecord.LAYOUT).serviceKey()).containsOnly(0);
        key[15] = 8;
        assertThat(host.get(service(key), "serviceId", "serviceKey").mad().status())
                .isEqualTo(NO_RECORDS);
    }

    private McMemberRecord member(Gid mgid, JoinState... states) {
        return new McMemberRecord()
                .mgid(mgid)
                .portGid(gid("host5"))
                .joinState(Set.of(states))
                .qKey(0x1b)
                .pKey(0xffff);
    }

    /** The first one has a signature of the administration with link-local scope; the others have reserved flags. */
    @ParameterizedTest
    @ValueSource(longs = {0xff12a01b00000000L, 0xff22401b00000000L, 0xff82401b00000000L})
    void refusesToCreateAGroupWithAnInvalidMgid(long prefix) {
        McMemberRecord wanted = member(new Gid(prefix, 5), JoinState.FULL_MEMBER);

        assertThat(host.set(wanted, CREATE).mad().status()).isEqualTo(INVALID_REQUEST);
        assertThat(host.set(member(new Gid(0xff15a01b00000000L, 5), JoinState.FULL_MEMBER), CREATE)
                        .mad()
                        .status())
                .isZero();
    }

    @Test
    void aPortCannotLeaveWithAJoinStateThatItDoesNotHave() {
        host.set(member(GROUP, JoinState.FULL_MEMBER, JoinState.NON_MEMBER), CREATE);
        String[] named = {"mgid", "portGid", "joinState"};

        McMemberRecord more = member(GROUP, JoinState.NON_MEMBER, JoinState.SEND_ONLY_NON_MEMBER);
        assertThat(host.delete(more, named).mad().status()).isEqualTo(INVALID_REQUEST);

        SaAsker.Reply partly = host.delete(member(GROUP, JoinState.NON_MEMBER), named);
        assertThat(partly.record(McMemberRecord.LAYOUT).joinState()).containsExactly(JoinState.FULL_MEMBER);
        SaAsker.Reply wholly = host.delete(member(GROUP, JoinState.FULL_MEMBER), named);
        assertThat(wholly.mad().status()).isZero();
        assertThat(wholly.record(McMemberRecord.LAYOUT).joinState())
                .as("nothing is left")
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"host5", "leaf1"})
    void everyPortHasFourArbitrationRecordsAndPortZeroIsOne(String node) {
        int port = node.startsWith("host") ? 1 : 0;
        int lid = fabric.node(node).port(port).lid();
        for (int block = 1; block <= 4; block++) {
            VlArbitrationTableRecord wanted = new VlArbitrationTableRecord()
                    .lid(Lid.of(lid))
                    .outputPortNum(0)
                    .blockNum(block);
            assertThat(host.get(wanted, "lid", "outputPortNum", "blockNum")
                            .mad()
                            .status())
                    .isZero();
        }
        assertThat(host.get(new SlToVlMappingTableRecord().lid(Lid.of(lid)), "lid", "inputPortNum", "outputPortNum")
                        .mad()
                        .status())
                .isZero();
    }

    @Test
    void theOutputPortSelectsTheRecordsOfASwitch() {
        int lid = fabric.node("leaf1").port(0).lid();
        VlArbitrationTableRecord wanted =
                new VlArbitrationTableRecord().lid(Lid.of(lid)).outputPortNum(3);

        assertThat(host.table(wanted, "lid", "outputPortNum"))
                .hasSize(4)
                .extracting(VlArbitrationTableRecord::outputPortNum)
                .containsOnly(3);
        assertThat(host.get(wanted.outputPortNum(200), "lid", "outputPortNum")
                        .mad()
                        .status())
                .isEqualTo(NO_RECORDS);
    }

    @Test
    void linearFdbTopIsTheHighestLid() {
        int highest = fabric.nodes().stream()
                .flatMap(EmbeddedNode::ports)
                .mapToInt(EmbeddedPort::lid)
                .max()
                .orElseThrow();
        try (Asker asker = new Asker(fabric, "host5")) {
            assertThat(asker.ask(SwitchInfo.LAYOUT, 0, 1).linearFdbTop()).isEqualTo(highest);
        }
    }

    @Test
    void aMasterShowsItsKeyUnlessAnMKeyProtectsTheSubnet() {
        assertThat(smKey(fabric, "host0")).isEqualTo(1);
        SubnetManagerOptions keys = SubnetManagerOptions.DEFAULTS.withKeys(5, 0);
        try (EmbeddedFabric other = EmbeddedFabric.builder("fat-tree:2,4,4")
                        .unmanaged()
                        .virtualTime()
                        .open();
                SubnetManager open = other.manage("host1", keys)) {
            assertThat(open.state()).isNotNull();
            assertThat(smKey(other, "host1")).isEqualTo(5);
        }
        try (EmbeddedFabric other = EmbeddedFabric.builder("fat-tree:2,4,4")
                        .unmanaged()
                        .virtualTime()
                        .open();
                SubnetManager closed = other.manage("host1", keys.withKeys(5, 6))) {
            assertThat(closed.state()).isNotNull();
            assertThat(smKey(other, "host1")).isZero();
        }
    }

    private static long smKey(EmbeddedFabric of, String manager) {
        int lid = of.node(manager).port(1).lid();
        try (Asker asker = new Asker(of, "host5")) {
            return asker.askByLid(SmInfo.LAYOUT, 0, lid).as(SmInfo.LAYOUT).smKey();
        }
    }
}
