package io.verbena.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.Rdma;
import io.verbena.embedded.junit.WithFabric;
import io.verbena.error.Errno;
import io.verbena.iba.Guid;
import io.verbena.iba.LidRoutedSmp;
import io.verbena.iba.MadMethod;
import io.verbena.iba.NodeRecord;
import io.verbena.iba.PortState;
import io.verbena.iba.SmInfo;
import io.verbena.iba.SmState;
import io.verbena.iba.SubnetNotice;
import io.verbena.iba.SubnetTrap;
import io.verbena.mad.MadTransactor;
import io.verbena.sa.NoticeFilter;
import io.verbena.sa.NoticeSubscription;
import io.verbena.sa.SaClient;
import io.verbena.sa.SaOptions;
import io.verbena.sm.SubnetManager;
import io.verbena.sm.SubnetManagerOptions;
import io.verbena.spi.MadAddress;
import io.verbena.spi.MadRegistration;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Several subnet managers on one fabric. host0 has a lower GUID than host3. */
@Timeout(60)
@WithFabric(value = "fat-tree:2,4,4", virtualTime = true, managed = false)
class SubnetManagersTest {
    private static final SubnetManagerOptions OPTIONS = SubnetManagerOptions.DEFAULTS;
    private static final long SECOND = 1_000_000_000L;
    private static final int INVALID = 7 << 2;

    private static int smLid(EmbeddedFabric fabric, String host) {
        return fabric.node(host).port(1).info().masterSmLid().bits();
    }

    private static int lid(EmbeddedFabric fabric, String host) {
        return fabric.node(host).port(1).lid();
    }

    private static void pass(EmbeddedFabric fabric, long seconds) {
        pass(fabric, seconds, "host9");
    }

    private static void pass(EmbeddedFabric fabric, long seconds, String host) {
        try (Asker time = new Asker(fabric, host)) {
            time.receive(reply -> {}, seconds * SECOND);
        }
    }

    @Test
    void aStandbyTakesOverWhenTheMasterIsGone(EmbeddedFabric fabric) {
        SubnetManager first = fabric.manage("host0");
        SubnetManager second = fabric.manage("host3");
        assertThat(first.state()).isEqualTo(SmState.MASTER);
        assertThat(second.state()).isEqualTo(SmState.STANDBY);
        List<Integer> lids = fabric.nodes().stream()
                .map(node -> node.ports().findFirst().orElseThrow().lid())
                .toList();

        first.close();
        pass(fabric, 15);
        assertThat(second.state()).as("one poll was not answered").isEqualTo(SmState.STANDBY);
        pass(fabric, 30);

        assertThat(first.state()).isEqualTo(SmState.NOT_ACTIVE);
        assertThat(second.state()).isEqualTo(SmState.MASTER);
        assertThat(smLid(fabric, "host7")).isEqualTo(lid(fabric, "host3"));
        assertThat(fabric.node("host7").port(1).reregistrations()).isEqualTo(2);
        assertThat(fabric.nodes())
                .extracting(node -> node.ports().findFirst().orElseThrow().lid())
                .isEqualTo(lids);
        try (SaAsker client = new SaAsker(fabric, "host7")) {
            assertThat(client.smLid()).isEqualTo(lid(fabric, "host3"));
            assertThat(client.table(new NodeRecord())).hasSize(fabric.nodes().size());
        }
    }

    @Test
    void aMasterWithPrecedenceTakesTheSubnetBackAfterAnOutage(EmbeddedFabric fabric) {
        SubnetManager first = fabric.manage("host0");
        SubnetManager second = fabric.manage("host3");

        fabric.node("host0").silence();
        pass(fabric, 60);
        assertThat(second.state()).isEqualTo(SmState.MASTER);
        assertThat(second.report().failures()).anyMatch(failure -> failure.startsWith("SubnGet(NodeInfo)"));

        fabric.node("host0").restore();
        pass(fabric, 60);

        assertThat(first.state()).isEqualTo(SmState.MASTER);
        assertThat(second.state()).isEqualTo(SmState.STANDBY);
        assertThat(smLid(fabric, "host7")).isEqualTo(lid(fabric, "host0"));
        assertThat(first.report().failures()).isEmpty();
    }

    @Test
    void theMasterHandsOverToAHigherPriority(EmbeddedFabric fabric) {
        SubnetManager low = fabric.manage("host0", OPTIONS.withPriority(3));
        SubnetManager high = fabric.manage("host3", OPTIONS.withPriority(4));
        pass(fabric, 11);

        assertThat(high.state()).isEqualTo(SmState.MASTER);
        assertThat(low.state()).isEqualTo(SmState.STANDBY);
        assertThat(smLid(fabric, "host7")).isEqualTo(lid(fabric, "host3"));
        assertThat(fabric.node("host7").port(1).reregistrations()).isEqualTo(2);

        high.close();
        pass(fabric, 60);
        assertThat(low.state()).isEqualTo(SmState.MASTER);
        assertThat(smLid(fabric, "host7")).isEqualTo(lid(fabric, "host0"));
    }

    @Test
    void ofThreeThatStartTogetherOneBecomesMaster(EmbeddedFabric fabric) {
        fabric.delay(Duration.ofMillis(1));
        List<SubnetManager> managers = List.of(
                fabric.manage("host5", OPTIONS.withPriority(1)),
                fabric.manage("host3", OPTIONS.withPriority(2)),
                fabric.manage("host0", OPTIONS.withPriority(2)));

        pass(fabric, 120);

        assertThat(managers)
                .extracting(SubnetManager::state)
                .containsExactly(SmState.STANDBY, SmState.STANDBY, SmState.MASTER);
        assertThat(smLid(fabric, "host7")).isEqualTo(lid(fabric, "host0"));
    }

    @Test
    void joinedSubnetsHaveOneMasterAndUniqueLids() {
        try (EmbeddedFabric fabric = EmbeddedFabric.builder(SwitchNets.ring(4))
                .unmanaged()
                .virtualTime()
                .open()) {
            EmbeddedPort one = fabric.node("switch0").port(3).down();
            EmbeddedPort other = fabric.node("switch1").port(2).down();
            SubnetManager low = fabric.manage("host3");
            SubnetManager high = fabric.manage("host0", OPTIONS.withPriority(1));
            assertThat(low.state()).isEqualTo(SmState.MASTER);
            assertThat(high.state()).isEqualTo(SmState.MASTER);

            one.up();
            other.up();
            pass(fabric, 30, "host1");

            assertThat(low.state()).isEqualTo(SmState.STANDBY);
            assertThat(high.state()).isEqualTo(SmState.MASTER);
            assertThat(fabric.nodes())
                    .extracting(node -> node.ports().findFirst().orElseThrow().lid())
                    .doesNotHaveDuplicates()
                    .doesNotContain(0);
            assertThat(new WaysOfPackets(fabric).hops()).doesNotContainValue(0);
        }
    }

    @Test
    void aManagerWithAnotherSmKeyLeavesTheSubnetToTheMaster(EmbeddedFabric fabric) {
        SubnetManager first = fabric.manage("host0");
        SubnetManager stranger = fabric.manage("host3", OPTIONS.withPriority(15).withKeys(2, 0));
        pass(fabric, 60);

        assertThat(first.state()).isEqualTo(SmState.MASTER);
        assertThat(stranger.state()).isEqualTo(SmState.NOT_ACTIVE);
        assertThat(stranger.report().failures()).singleElement().asString().contains("has a different SM_Key");
    }

    private static Asker.Reply tell(Asker from, int modifier, long smKey, int... path) {
        SmInfo info = new SmInfo().smKey(smKey).guid(Guid.of(1));
        return from.ask(Asker.put(Asker.request(SmInfo.LAYOUT, modifier, path).method(MadMethod.SET), info));
    }

    @Test
    void aStandbyIsDisabledAndEnabledWithTheSmKey(EmbeddedFabric fabric) {
        SubnetManager master = fabric.manage("host0");
        SubnetManager standby = fabric.manage("host3");
        // host3 is at port 6 of leaf0.
        try (Asker host = new Asker(fabric, "host1")) {
            assertThat(tell(host, 3, 99, 1, 6).status()).isEqualTo(Errno.ETIMEDOUT);
            assertThat(standby.state()).isEqualTo(SmState.STANDBY);
            assertThat(tell(host, 9, 1, 1, 6).directed().status()).isEqualTo(INVALID);
            assertThat(tell(host, 3, 1, 1, 3).directed().status())
                    .as("a master is not disabled")
                    .isEqualTo(INVALID);

            assertThat(tell(host, 3, 1, 1, 6).directed().status()).isZero();
            assertThat(standby.state()).isEqualTo(SmState.NOT_ACTIVE);

            SmInfo shown = host.ask(SmInfo.LAYOUT, 0, 1, 3);
            assertThat(shown.state()).isEqualTo(SmState.MASTER);
            assertThat(shown.smKey()).as("no M_Key protects the subnet").isEqualTo(1);
            assertThat(host.askByLid(SmInfo.LAYOUT, 0, lid(fabric, "host3"))
                            .as(SmInfo.LAYOUT)
                            .state())
                    .isEqualTo(SmState.NOT_ACTIVE);
        }
        assertThat(master.state()).isEqualTo(SmState.MASTER);
    }

    @Test
    void malformedDatagramsStopNoManager(EmbeddedFabric fabric) {
        SubnetManager master = fabric.manage("host0");
        SubnetManager standby = fabric.manage("host3");
        Random random = new Random(1);
        try (Asker host = new Asker(fabric, "host1")) {
            int byLid = host.channel().register(MadRegistration.client(1, 1));
            for (int i = 0; i < 2_000; i++) {
                byte[] bytes = new byte[256];
                random.nextBytes(bytes);
                LidRoutedSmp smp = LidRoutedSmp.LAYOUT
                        .wrapWritable(bytes, 0)
                        .baseVersion(1)
                        .managementClassBits(1)
                        .classVersion(1)
                        .methodBits(List.of(1, 2, 5, 0x81, 7).get(i % 5))
                        .attributeId(i % 3 == 0 ? SubnetNotice.LAYOUT.attributeId() : SmInfo.LAYOUT.attributeId());
                int lid = lid(fabric, i % 2 == 0 ? "host0" : "host3");
                host.channel().send(byLid, MadAddress.subnetManagement(lid, 0), ByteBuffer.wrap(smp.toBytes()), 0);
            }
        }
        pass(fabric, 60);

        assertThat(master.state()).isEqualTo(SmState.MASTER);
        assertThat(standby.state()).isEqualTo(SmState.STANDBY);
        assertThat(fabric.node("host7").port(1).state()).isEqualTo(PortState.ACTIVE);
    }

    @Test
    @WithFabric(value = "fat-tree:1,2,2", managed = false)
    void registrationsAreRepeatedWithTheNextMaster(EmbeddedFabric fabric) {
        SubnetManagerOptions options = OPTIONS.withIntervals(Duration.ofMillis(100), Duration.ofMillis(50));
        SubnetManager first = fabric.manage("host0", options);
        SubnetManager second = fabric.manage("host3", options);
        try (Rdma rdma = Rdma.builder().driver(fabric.driver("host1")).open();
                MadTransactor mad = rdma.mad(rdma.defaultEndPort());
                SaClient sa = new SaClient(mad, SaOptions.DEFAULTS.withWatchPeriod(Duration.ofMillis(20)));
                NoticeSubscription gone = sa.subscribe(NoticeFilter.of(SubnetTrap.GID_OUT_OF_SERVICE))) {
            first.close();

            boolean told = false;
            for (int i = 0; i < 100 && !told; i++) {
                EmbeddedPort port = fabric.node("host2").port(1).down();
                told = gone.poll(Duration.ofMillis(100)).isPresent();
                port.up();
            }

            assertThat(told).isTrue();
            assertThat(second.state()).isEqualTo(SmState.MASTER);
            assertThat(fabric.node("host1").port(1).state()).isEqualTo(PortState.ACTIVE);
        }
    }
}
