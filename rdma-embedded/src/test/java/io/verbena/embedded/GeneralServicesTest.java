package io.verbena.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.embedded.junit.WithFabric;
import io.verbena.error.Errno;
import io.verbena.iba.ClassPortInfo;
import io.verbena.iba.MadMethod;
import io.verbena.iba.ManagementClass;
import io.verbena.iba.PerformanceMad;
import io.verbena.iba.PortCounters;
import io.verbena.iba.PortInfo;
import io.verbena.iba.PortState;
import io.verbena.iba.VendorOuiMad;
import io.verbena.spi.MadAddress;
import io.verbena.spi.MadRegistration;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@WithFabric("fat-tree:2,4,4")
class GeneralServicesTest {
    private static final int OUI = 0x1405;
    private static final MadRegistration SERVER = new MadRegistration(0x32, 1, OUI, Set.of(1, 2), false);

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

    private static PerformanceMad counters(int port) {
        return Asker.service(ManagementClass.PERFORMANCE, 1, new PortCounters().portSelect(port));
    }

    private int statusOf(String node, int port) {
        return host.askService(counters(port), lid(node)).status();
    }

    private static VendorOuiMad ping() {
        return new VendorOuiMad()
                .baseVersion(1)
                .managementClassBits(0x32)
                .classVersion(1)
                .method(MadMethod.GET)
                .transactionId(77)
                .oui(OUI);
    }

    private int pingAgent() {
        return host.channel().register(new MadRegistration(0x32, 1, OUI, Set.of(), false));
    }

    @Test
    void aProgramOnOneHostAnswersAnother() {
        Asker server = new Asker(fabric, "host9");
        int serving = server.channel().register(SERVER);
        int asking = pingAgent();
        ByteBuffer request = ByteBuffer.wrap(ping().toBytes());

        host.channel().send(asking, MadAddress.generalService(lid("host9"), 3, 0), request, 1_000);
        List<MadAddress> sources = new ArrayList<>();
        List<byte[]> requests = new ArrayList<>();
        server.channel()
                .receive(
                        (agent, status, source, mad) -> {
                            assertThat(agent).isEqualTo(serving);
                            sources.add(source);
                            byte[] bytes = new byte[mad.remaining()];
                            mad.get(bytes);
                            requests.add(bytes);
                        },
                        0);

        assertThat(sources)
                .singleElement()
                .isEqualTo(new MadAddress(lid("host0"), 1, MadAddress.GSI_QUEUE_KEY, 3, 0, 0, null));
        byte[] answer = VendorOuiMad.LAYOUT
                .wrapWritable(requests.get(0), 0)
                .methodBits(0x81)
                .toBytes();
        server.channel().send(serving, sources.get(0), ByteBuffer.wrap(answer), 0);
        List<Integer> answers = new ArrayList<>();
        host.channel()
                .receive(
                        (agent, status, source, mad) -> {
                            assertThat(agent).isEqualTo(asking);
                            assertThat(source.lid()).isEqualTo(lid("host9"));
                            answers.add((int) mad.getLong(8));
                        },
                        0);
        assertThat(answers).containsExactly(77);
    }

    @Test
    void aProgramMayServeItsOwnHost() {
        int serving = host.channel().register(SERVER);

        Asker.Reply request = host.send(pingAgent(), MadAddress.generalService(lid("host0"), 0, 0), ping().toBytes());

        assertThat(request.status()).isZero();
        assertThat(request.address().lid()).isEqualTo(lid("host0"));
        assertThat(serving).isNotNegative();
    }

    @Test
    void aHostRefusesUnwantedRequestsAndASwitchDropsThem() {
        int agent = pingAgent();

        Asker.Reply refused = host.send(agent, MadAddress.generalService(lid("host1"), 0, 0), ping().toBytes());
        assertThat(refused.directed().status()).isEqualTo(3 << 2);
        Asker.Reply silent = host.send(agent, MadAddress.generalService(lid("leaf0"), 0, 0), ping().toBytes());
        assertThat(silent.status()).isEqualTo(Errno.ETIMEDOUT);
    }

    @Test
    void aResponseIsDeliveredToTheRequestingChannelOnly() {
        Asker other = new Asker(fabric, "host0");

        assertThat(statusOf("leaf0", 1)).isZero();

        other.receive(
                reply -> {
                    throw new AssertionError("not for this channel: " + reply);
                },
                0);
    }

    @Test
    void aServiceLevelWithoutALaneIsDroppedAndCounted() {
        EmbeddedPort uplink = fabric.node("host0").port(1);
        uplink.dropServiceLevel(0);

        assertThat(statusOf("leaf0", 1)).isEqualTo(Errno.ETIMEDOUT);
        assertThat(uplink.counter("portXmitDiscards")).isEqualTo(1);
        assertThat(host.ask(PortInfo.LAYOUT, 1, 1).lid())
                .as("SMPs have no service level")
                .isNotNull();
    }

    @Test
    void aDatagramOfAnotherPartitionIsRejected() {
        fabric.node("host1").removePartition(0xffff);

        assertThat(statusOf("host1", 1)).isEqualTo(Errno.ETIMEDOUT);
        assertThat(host.ask(PortInfo.LAYOUT, 1, 1, 4).pKeyViolations()).isEqualTo(1);
        assertThat(fabric.node("host1").port(1).counter("qp1Dropped")).isEqualTo(1);
    }

    @Test
    void withoutAPartitionNothingIsSent() {
        fabric.node("host0").removePartition(0xffff);

        assertThat(statusOf("leaf0", 1)).isEqualTo(Errno.ETIMEDOUT);
        assertThat(fabric.node("leaf0").port(3).counter("portRcvPkts")).isZero();
    }

    @Test
    void aDatagramWithAWrongQueueKeyIsRejected() {
        int agent = host.channel().register(MadRegistration.client(0x04, 1));
        MadAddress wrong = new MadAddress(lid("host1"), 1, 0x1234, 0, 0, 0, null);

        assertThat(host.send(agent, wrong, counters(1).toBytes()).status()).isEqualTo(Errno.ETIMEDOUT);
        assertThat(host.ask(PortInfo.LAYOUT, 1, 1, 4).qKeyViolations()).isEqualTo(1);
    }

    @Test
    void aBusyNodeAnswersBusyUntilTheFaultEnds() {
        fabric.node("leaf0").busy(2);

        assertThat(host.askService(counters(1), lid("leaf0")).directed().status())
                .isEqualTo(1);
        assertThat(host.askService(counters(1), lid("leaf0")).directed().status())
                .isEqualTo(1);
        assertThat(host.askService(counters(1), lid("leaf0")).directed().status())
                .isZero();
    }

    @Test
    void aRedirectedClassIsAnsweredAtTheQueuePairOfTheRedirection() {
        fabric.node("leaf1").port(1).counter("symbolErrorCounter", 42);
        fabric.node("leaf1")
                .redirect(ManagementClass.PERFORMANCE, fabric.node("host3").port(1));

        Asker.Reply redirected = host.askService(counters(1), lid("leaf1"));
        assertThat(redirected.directed().status()).isEqualTo(2);
        ClassPortInfo to = redirected.as(ClassPortInfo.LAYOUT);
        assertThat(to.redirectLidBits()).isEqualTo(lid("host3"));
        int agent = host.channel().register(MadRegistration.client(0x04, 1));
        MadAddress there = new MadAddress(to.redirectLidBits(), to.redirectQp(), to.redirectQKey(), 0, 0, 0, null);

        Asker.Reply answer = host.send(agent, there, counters(1).toBytes());
        assertThat(answer.as(PortCounters.LAYOUT).symbolErrorCounter()).isEqualTo(42);
        fabric.node("leaf1").endRedirects();
        assertThat(statusOf("leaf1", 1)).isZero();
    }

    @Test
    void anInactiveLinkPassesOnlySubnetManagement() {
        fabric.node("leaf0").port(3).down().up();
        assertThat(statusOf("leaf0", 1)).isZero();
        host.set(new PortInfo().portState(PortState.DOWN), 3, 1);

        assertThat(statusOf("leaf0", 1)).isEqualTo(Errno.ETIMEDOUT);
        assertThat(host.ask(PortInfo.LAYOUT, 3, 1).portState()).isEqualTo(PortState.INITIALIZE);
    }

    @Test
    void aHostProgramIsCalledForEachDatagram() throws Exception {
        class Echo implements HostProgram {
            private @Nullable ProgramHost own;

            @Override
            public void start(ProgramHost at) {
                own = at;
                at.register(SERVER);
            }

            @Override
            public void received(int agent, int status, MadAddress source, ByteBuffer mad) {
                mad.put(3, (byte) 0x81);
                Objects.requireNonNull(own).send(agent, source, mad, 0);
            }
        }
        AutoCloseable echo = fabric.run("host7", new Echo());

        Asker.Reply answer = host.send(pingAgent(), MadAddress.generalService(lid("host7"), 0, 0), ping().toBytes());
        assertThat(answer.directed().methodBits()).isEqualTo(0x81);
        assertThat(answer.directed().status()).isZero();

        echo.close();
        answer = host.send(pingAgent(), MadAddress.generalService(lid("host7"), 0, 0), ping().toBytes());
        assertThat(answer.directed().status()).isEqualTo(3 << 2);
        assertThat(Duration.ofNanos(fabric.nanoTime())).isPositive();
    }
}
