package io.verbena.embedded.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.verbena.embedded.EmbeddedFabric;
import io.verbena.embedded.EmbeddedPort;
import io.verbena.embedded.junit.WithFabric;
import io.verbena.error.RdmaException;
import io.verbena.iba.NodeDescription;
import io.verbena.iba.NodeInfo;
import io.verbena.iba.PortCapability;
import io.verbena.iba.PortInfo;
import io.verbena.trace.Packet;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(60)
class FabricServiceTest {
    private static final int ETIMEDOUT = 110;
    private static final int ENOMEM = 12;

    private final EmbeddedFabric fabric = EmbeddedFabric.open("fat-tree:2,4,3");
    private final List<Packet.Direction> packets = Collections.synchronizedList(new ArrayList<>());
    private final FabricService service = FabricService.builder(fabric)
            .limits(ServiceLimits.DEFAULTS.withRequestTimeout(Duration.ofMillis(200)))
            .packets(packet -> packets.add(packet.direction()))
            .open();

    @AfterEach
    void close() {
        service.close();
        fabric.close();
    }

    private RawClient client(String node) throws IOException {
        RawClient client = new RawClient(service);
        assertThat(client.attach(node, false)).isTrue();
        return client;
    }

    private static void await(BooleanSupplier condition) throws InterruptedException {
        for (int i = 0; i < 500 && !condition.getAsBoolean(); i++) {
            Thread.sleep(10);
        }
        assertThat(condition.getAsBoolean()).isTrue();
    }

    private boolean isManager(String node) {
        EmbeddedPort port = fabric.node(node).port(1);
        return port.info().capabilityMask().contains(PortCapability.IS_SM);
    }

    @ParameterizedTest
    @CsvSource({"host4, host4, 1", "spine0, spine0, 0", "leaf1:0, leaf1, 0", "host7:1, host7, 1"})
    void aClientAttachesToAnyNode(String name, String node, int port) throws IOException {
        try (RawClient client = client(name)) {
            NodeInfo info = client.read(NodeInfo.LAYOUT, 0);
            assertThat(info.nodeGuid()).isEqualTo(fabric.node(node).guid());
            assertThat(info.localPortNum()).isEqualTo(port);
            NodeDescription neighbour = client.read(NodeDescription.LAYOUT, 0, 1);
            assertThat(neighbour.nodeString())
                    .isEqualTo(fabric.node(node)
                            .port(1)
                            .peer()
                            .orElseThrow()
                            .node()
                            .description());
        }
        assertThat(packets)
                .containsExactly(
                        Packet.Direction.SENT,
                        Packet.Direction.RECEIVED,
                        Packet.Direction.SENT,
                        Packet.Direction.RECEIVED);
    }

    @Test
    void controlRequestsDescribeThePort() throws IOException {
        try (RawClient client = client("host4")) {
            byte[] info = client.ask(client.number(), ServiceMessage.GET_PORT_INFO, new byte[64]);
            assertThat(PortInfo.LAYOUT.wrap(info, 16).lid().bits())
                    .isEqualTo(fabric.node("host4").port(1).lid());
            byte[] keys = client.ask(client.number(), ServiceMessage.GET_PARTITION_KEYS, new byte[64]);
            assertThat(keys[16]).isEqualTo((byte) 0xff);
            assertThat(keys[18]).isZero();
            assertThat(RawClient.type(client.ask(client.number(), 77, new byte[64])))
                    .isEqualTo(ServiceMessage.ERROR);
        }
    }

    @Test
    void aRequestWithoutResponseReturnsUnchanged() throws IOException {
        fabric.node("leaf1").silence();
        try (RawClient client = client("host4")) {
            byte[] sent = RawClient.packet(0x12_3456_789aL, NodeInfo.LAYOUT, 0, 1);
            client.sendPacket(sent);
            byte[] returned = client.receive();

            assertThat(RawClient.status(returned)).isEqualTo(ETIMEDOUT);
            assertThat(Arrays.copyOfRange(returned, 32, 288)).isEqualTo(Arrays.copyOfRange(sent, 32, 288));
        }
    }

    @Test
    void manyClientsWorkAtTheSameTime() throws Exception {
        int count = 32;
        ExecutorService threads = Executors.newFixedThreadPool(count);
        List<Future<?>> running = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            String name = "host" + i % 12;
            running.add(threads.submit(() -> {
                try (RawClient client = client(name)) {
                    for (int n = 0; n < 500; n++) {
                        assertThat(client.read(NodeInfo.LAYOUT, 0).nodeGuid())
                                .isEqualTo(fabric.node(name).guid());
                    }
                    client.ask(client.number(), RawClient.DISCONNECT, new byte[64]);
                }
                return null;
            }));
        }
        for (Future<?> each : running) {
            each.get();
        }
        threads.shutdown();
        assertThat(service.clients()).isEmpty();
    }

    @Test
    void oneManagerAtATimeHoldsAPort() throws Exception {
        RawClient first = new RawClient(service);
        assertThat(first.attach("host4", true)).isTrue();
        assertThat(isManager("host4")).isTrue();
        try (RawClient second = new RawClient(service)) {
            assertThat(second.attach("host4", true)).as("host4 has a manager").isFalse();
            assertThat(second.attach("host4", false)).isTrue();
            assertThat(second.manage(true)).isEqualTo(ServiceMessage.ERROR);

            first.close();
            await(() -> !isManager("host4"));

            assertThat(second.manage(true)).isEqualTo(RawClient.SET_IS_SM);
            assertThat(isManager("host4")).isTrue();
            second.manage(false);
            assertThat(isManager("host4")).isFalse();
        }
    }

    @Test
    void aManagerOfAManagedFabricGivesTheBitBack() throws Exception {
        try (RawClient client = new RawClient(service)) {
            assertThat(client.attach("host0", true)).isTrue();
            client.ask(client.number(), RawClient.DISCONNECT, new byte[64]);
        }
        assertThat(isManager("host0")).as("the subnet manager of the fabric").isTrue();
    }

    @Test
    void refusesUnknownNodesAndForeignClients() throws IOException {
        try (RawClient client = client("host4");
                RawClient other = new RawClient(service)) {
            assertThat(other.attach("host99", false)).isFalse();
            assertThat(other.attach("leaf1:99", false)).isFalse();
            assertThat(RawClient.type(other.ask(client.number(), RawClient.DISCONNECT, new byte[64])))
                    .isEqualTo(ServiceMessage.ERROR);
            assertThat(client.read(NodeInfo.LAYOUT, 0).nodeGuid())
                    .isEqualTo(fabric.node("host4").guid());
        }
    }

    @Test
    void limitsApply() throws Exception {
        fabric.node("leaf1").silence();
        ServiceLimits limits =
                ServiceLimits.DEFAULTS.withClients(1).withOutstanding(2).withRequestTimeout(Duration.ofSeconds(20));
        try (FabricService small = FabricService.builder(fabric).limits(limits).open();
                RawClient client = new RawClient(small)) {
            assertThat(client.attach("host4", false)).isTrue();
            try (RawClient second = new RawClient(small)) {
                assertThat(second.attach("host5", false)).isFalse();
            }
            for (int i = 1; i <= 3; i++) {
                client.sendPacket(RawClient.packet(i, NodeInfo.LAYOUT, 0, 1));
            }
            byte[] refused = client.receive();
            assertThat(RawClient.status(refused)).isEqualTo(ENOMEM);
            assertThat(RawClient.smp(refused).transactionId()).isEqualTo(3);
        }
        try (FabricService small = FabricService.builder(fabric).limits(limits).open()) {
            RawClient killed = new RawClient(small);
            killed.attach("host4", false);
            killed.close();
            try (RawClient next = new RawClient(small)) {
                assertThat(next.attach("host4", false))
                        .as("the place of a killed client")
                        .isTrue();
            }
        }
        assertThatThrownBy(() -> ServiceLimits.DEFAULTS.withClients(0)).hasMessageContaining("expected 1 to 4096");
    }

    @Test
    @WithFabric(value = "two-node", service = true)
    void anAnnotationServesTheFabricOfATest(EmbeddedFabric annotated, FabricService served) throws IOException {
        try (RawClient client = new RawClient(served)) {
            assertThat(client.attach("host1", false)).isTrue();
            assertThat(client.read(NodeInfo.LAYOUT, 0).nodeGuid())
                    .isEqualTo(annotated.node("host1").guid());
        }
    }

    @Test
    void aFabricClosesItsServices() {
        EmbeddedFabric other = EmbeddedFabric.open("two-node");
        FabricService served = FabricService.builder(other).open();
        other.close();

        try (EmbeddedFabric again = EmbeddedFabric.open("two-node");
                FabricService same =
                        FabricService.builder(again).address(served.address()).open()) {
            assertThat(same.address()).isEqualTo(served.address());
            assertThatThrownBy(() ->
                            FabricService.builder(again).address(same.address()).open())
                    .isInstanceOf(RdmaException.class)
                    .hasMessageContaining(
                            "cannot listen on UDP port " + same.address().getPort());
        }
        try (EmbeddedFabric simulated =
                EmbeddedFabric.builder("two-node").virtualTime().open()) {
            assertThatThrownBy(() -> FabricService.builder(simulated).open())
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("without virtualTime()");
        }
    }

    @Test
    void aWarmUpGetsAResponseToAllRequests() {
        assertThat(FabricService.warmUp(Duration.ofSeconds(2))).isGreaterThan(1000);
    }

    @Test
    void aWarmUpOfNoTimeEndsAtOnce() {
        assertThat(FabricService.warmUp(Duration.ZERO)).isZero();
    }

    @Test
    void aWarmUpHasALimit() {
        for (Duration time : List.of(Duration.ofMillis(-1), Duration.ofMillis(60_001), Duration.ofDays(200_000))) {
            assertThatThrownBy(() -> FabricService.warmUp(time))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageStartingWith("time of the warm-up ")
                    .hasMessageEndingWith(" is out of range; expected 0s to 1m");
        }
    }
}
