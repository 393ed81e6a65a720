package io.verbena.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.verbena.Rdma;
import io.verbena.error.RdmaException;
import io.verbena.iba.Guid;
import io.verbena.mad.MadExchange;
import io.verbena.mad.MadOptions;
import io.verbena.mad.MadTimeoutException;
import io.verbena.mad.MadTracer;
import io.verbena.mad.MadTransactor;
import io.verbena.subnet.Node;
import io.verbena.subnet.NodeNameMap;
import io.verbena.subnet.Subnet;
import io.verbena.subnet.SubnetTopology;
import io.verbena.topology.Topology;
import io.verbena.topology.Topology.TopologyNode;
import io.verbena.topology.Topology.TopologyPort;
import io.verbena.topology.TopologyReader;
import io.verbena.topology.TopologyWriter;
import io.verbena.topology.TopologyWriter.TopologyOrigin;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDateTime;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Discovery of a fabric with injected faults. */
@Timeout(120)
class DirectedDiscoveryTest {
    private static final MadOptions OPTIONS = new MadOptions(Duration.ofMillis(50), 2, 64);

    private final TestFabric test = new TestFabric();

    private static Subnet discover(Rdma rdma) {
        try (MadTransactor mad = rdma.mad(rdma.defaultEndPort())) {
            return rdma.discovery(mad).run();
        }
    }

    private static List<String> names(Subnet subnet) {
        return subnet.nodes().stream().map(Node::description).toList();
    }

    @Test
    void reportsAnUnresponsiveNodeWithItsPath() {
        try (Rdma rdma = test.open("fat-tree:2,4,4", OPTIONS)) {
            test.fabric().node("leaf2").silence();

            Subnet subnet = discover(rdma);

            assertThat(subnet.nodes()).as("without the leaf and its four hosts").hasSize(17);
            assertThat(subnet.failures())
                    .extracting(Throwable::getMessage)
                    .containsExactlyInAnyOrder(
                            "cannot read the node at the other end of \"spine0\" port 3 (unreachable, or it requires"
                                    + " an M_Key, which the options lack): SubnGet(NodeInfo) timed out to"
                                    + " DirectedPath[0,1,1,3] after 3 tries of 31 ms",
                            "cannot read the node at the other end of \"spine1\" port 3 (unreachable, or it requires"
                                    + " an M_Key, which the options lack): SubnGet(NodeInfo) timed out to"
                                    + " DirectedPath[0,1,2,3] after 3 tries of 31 ms");
        }
    }

    @Test
    void failsIfTheStartDoesNotRespond() {
        try (Rdma rdma = test.open("fat-tree:2,4,4", OPTIONS)) {
            test.fabric().node("host0").silence();

            assertThatExceptionOfType(MadTimeoutException.class)
                    .isThrownBy(() -> discover(rdma))
                    .withMessage(
                            "cannot read the start of the discovery (unreachable, or it requires an M_Key, which the"
                                    + " options lack): SubnGet(NodeInfo) timed out to DirectedPath[0] after 3 tries of 31"
                                    + " ms");
        }
    }

    @Test
    void waitsForUnresponsiveNodesConcurrently() {
        List<String> attempts = new CopyOnWriteArrayList<>();
        MadTracer tracer = new MadTracer() {
            @Override
            public void sent(MadExchange exchange, int attempt) {
                attempts.add(attempt + " " + exchange.path());
            }
        };
        EmbeddedFabric fabric = EmbeddedFabric.open("fat-tree:0,1,30");
        try (Rdma rdma = test.open(fabric, OPTIONS, tracer)) {
            long whole = discover(rdma).datagrams();
            IntStream.rangeClosed(1, 20)
                    .forEach(host -> fabric.node("host" + host).silence());
            attempts.clear();

            Subnet subnet = discover(rdma);

            assertThat(subnet.nodes()).hasSize(11);
            assertThat(subnet.failures()).hasSize(20).allMatch(MadTimeoutException.class::isInstance);
            assertThat(subnet.datagrams())
                    .as("three tries for each silent host, instead of its NodeInfo, NodeDescription and PortInfo")
                    .isEqualTo(whole);
            int firstRetry = IntStream.range(0, attempts.size())
                    .filter(index -> attempts.get(index).startsWith("2 "))
                    .findFirst()
                    .orElseThrow();
            assertThat(attempts.subList(firstRetry, attempts.size()))
                    .as("every host was asked before any was asked again, so that all time out together")
                    .hasSize(40)
                    .noneMatch(attempt -> attempt.startsWith("1 "));
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void isCompleteAndOrderedDespiteLoss(long seed) {
        MadOptions stubborn = new MadOptions(Duration.ofMillis(20), 8, 64);
        try (Rdma rdma = test.open("fat-tree:2,4,4", stubborn)) {
            Subnet whole = discover(rdma);
            test.fabric().loss(0.05, seed);

            Subnet subnet = discover(rdma);

            assertThat(subnet.failures()).isEmpty();
            assertThat(subnet.datagrams()).as("some were asked again").isGreaterThan(whole.datagrams());
            assertThat(names(subnet)).isEqualTo(names(whole));
            assertThat(SubnetTopology.of(subnet, NodeNameMap.EMPTY))
                    .isEqualTo(SubnetTopology.of(whole, NodeNameMap.EMPTY));
        }
    }

    @Test
    void nodesAreOrderedByDistanceAndPort() {
        try (Rdma rdma = test.open("fat-tree:2,2,2", OPTIONS)) {
            assertThat(names(discover(rdma)))
                    .containsExactly("host0", "leaf0", "spine0", "spine1", "host1", "leaf1", "host2", "host3");
        }
    }

    /** The result depends on a race between requests and responses, so the test runs often. */
    @RepeatedTest(100)
    void everyNodeHasAShortestRoute() {
        try (Rdma rdma = test.open("fat-tree:2,4,4", OPTIONS)) {
            assertThat(discover(rdma).nodes())
                    .filteredOn(node -> node.description().startsWith("spine"))
                    .extracting(node -> node.path().route())
                    .containsExactly("0,1,1", "0,1,2");
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void aLostAttemptHidesNoNodeWithinTheHopLimit(long seed) {
        MadOptions stubborn = new MadOptions(Duration.ofMillis(20), 8, 64);
        try (Rdma rdma = test.open("fat-tree:2,4,4", stubborn);
                MadTransactor mad = rdma.mad(rdma.defaultEndPort())) {
            List<String> whole = names(rdma.discovery(mad).maxHops(3).run());
            test.fabric().loss(0.1, seed);

            assertThat(names(rdma.discovery(mad).maxHops(3).run()))
                    .containsExactlyElementsOf(whole)
                    .hasSize(10);
        }
    }

    @Test
    void aNodeThatStopsRespondingKeepsTheAttributesThatWereRead() {
        EmbeddedFabric fabric = EmbeddedFabric.open("fat-tree:2,4,4");
        MadTracer tracer = new MadTracer() {
            @Override
            public void sent(MadExchange exchange, int attempt) {
                if (exchange.call().contains("SwitchInfo")) {
                    fabric.node("leaf0").silence();
                }
            }
        };
        try (Rdma rdma = test.open(fabric, OPTIONS, tracer)) {
            Subnet subnet = discover(rdma);

            assertThat(names(subnet)).contains("host0").hasSize(2);
            assertThat(subnet.failures())
                    .isNotEmpty()
                    .allSatisfy(failure -> assertThat(failure)
                            .isInstanceOf(MadTimeoutException.class)
                            .hasMessageContaining("DirectedPath[0,1]"));
        }
    }

    /**
     * Changes the fabric at a different point in each run: while a leaf, its ports, or the nodes behind them are read.
     */
    @ParameterizedTest
    @ValueSource(ints = {1, 4, 8, 16, 32, 64, 96})
    void aSubnetThatChangesDuringDiscoveryIsReportedPartially(int moment) {
        EmbeddedFabric fabric = EmbeddedFabric.open("fat-tree:2,4,4");
        AtomicInteger requests = new AtomicInteger();
        MadTracer changing = new MadTracer() {
            @Override
            public void sent(MadExchange exchange, int attempt) {
                if (requests.incrementAndGet() == moment) {
                    fabric.node("leaf0").port(1).down();
                    fabric.node("spine1").reboot(Duration.ofMillis(20));
                    fabric.node("host9").port(1).down();
                }
            }
        };
        try (Rdma rdma = test.open(fabric, OPTIONS, changing);
                MadTransactor mad = rdma.mad(rdma.defaultEndPort())) {
            Subnet changed = rdma.discovery(mad).run();

            assertThat(requests).hasValueGreaterThan(moment);
            assertThat(changed.nodes()).extracting(Node::guid).doesNotHaveDuplicates();
            assertThat(changed.failures())
                    .allSatisfy(failure -> assertThat(failure).hasMessageContaining("DirectedPath[0"));
            fabric.heal();
            assertThat(names(rdma.discovery(mad).run())).hasSize(22);
        }
    }

    @Test
    void twoNodesWithTheSameGuidAreReported() {
        String twins = """
            switchguid=0x10
            Switch 8 "s" # "leaf"
            [1] "a"[1]
            [2] "b"[1]
            [3] "c"[1]
            caguid=0x100
            Ca 1 "a" # "host a"
            caguid=0x200
            Ca 1 "b" # "host b"
            caguid=0x200
            Ca 1 "c" # "host c"
            """;
        try (Rdma rdma = test.open(EmbeddedFabric.open(TopologyReader.read("twins", twins)), OPTIONS)) {
            Subnet subnet = discover(rdma);

            assertThat(subnet.nodes()).hasSize(3);
            assertThat(subnet.failures())
                    .singleElement()
                    .satisfies(failure -> assertThat(failure)
                            .isInstanceOf(RdmaException.class)
                            .hasMessageStartingWith(
                                    "the subnet changed, or two nodes share the GUID 0x0000000000000200:"
                                            + " DirectedPath[0,1,")
                            .hasMessageContaining(" leads from \"leaf\" port ")
                            .hasMessageContaining(", which was met at DirectedPath[0,1,"));
        }
    }

    @Test
    void discoversAThreeLevelTree() {
        try (Rdma rdma = test.open("fat-tree3:8", OPTIONS)) {
            Subnet subnet = discover(rdma);

            assertThat(subnet.failures()).isEmpty();
            assertThat(subnet.nodes()).hasSize(test.fabric().nodes().size());
            assertThat(subnet.maxHops()).isEqualTo(6);
        }
    }

    @Test
    void endsWhenItsFutureIsCancelled() {
        try (Rdma rdma = test.open("fat-tree3:8", OPTIONS.withOutstanding(1));
                MadTransactor mad = rdma.mad(rdma.defaultEndPort())) {
            test.fabric().delay(Duration.ofMillis(5));
            CompletableFuture<Subnet> discovery = rdma.discovery(mad).runAsync();
            while (mad.datagramsSent() < 3) {
                Thread.onSpinWait();
            }

            assertThat(discovery.cancel(false)).isTrue();

            assertThat(discovery).isCancelled();
            test.fabric().delay(Duration.ZERO);
            assertThat(rdma.discovery(mad).maxHops(1).run().nodes())
                    .as("the end port is as good as before")
                    .hasSize(2);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 64})
    void refusesAnInvalidHopLimit(int hops) {
        try (Rdma rdma = test.open("two-node", OPTIONS);
                MadTransactor mad = rdma.mad(rdma.defaultEndPort())) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> rdma.discovery(mad).maxHops(hops))
                    .withMessage("number of hops " + hops + " is out of range; expected 0 to 63");
        }
    }

    @Test
    void theTopologyContainsTheNamesOfTheMap(@TempDir Path folder) throws IOException {
        Path file = Files.writeString(folder.resolve("names"), "0x0002c90300000000 \"top of rack\"\n");
        try (Rdma rdma = test.open("two-node", OPTIONS)) {
            assertThat(SubnetTopology.of(discover(rdma), NodeNameMap.read(file)).nodes())
                    .extracting(TopologyNode::description)
                    .containsExactlyInAnyOrder("host0", "top of rack", "host1");
        }
    }

    // ---- what was discovered, as text, and back

    @ParameterizedTest
    @ValueSource(strings = {"two-node", "fat-tree:2,4,4", "fat-tree3:4"})
    void aDiscoveredTopologyIsReadBackFromItsText(String name) {
        try (Rdma rdma = test.open(name, OPTIONS)) {
            Topology found = SubnetTopology.of(discover(rdma), NodeNameMap.EMPTY);

            Topology read = TopologyReader.read("discovered", text(found));

            assertThat(linked(read)).containsExactlyInAnyOrderElementsOf(linked(found));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"two-node", "fat-tree:2,4,4", "fat-tree3:4"})
    void aFabricBuiltFromATopologyIsDiscoveredAsThatTopology(String name) {
        Topology first;
        try (Rdma rdma = test.open(name, OPTIONS)) {
            first = SubnetTopology.of(discover(rdma), NodeNameMap.EMPTY);
        }
        EmbeddedFabric again = EmbeddedFabric.open(TopologyReader.read("discovered", text(first)));
        try (Rdma rdma = test.open(again, "host0", OPTIONS)) {
            assertThat(SubnetTopology.of(discover(rdma), NodeNameMap.EMPTY).nodes())
                    .containsExactlyElementsOf(first.nodes());
        }
    }

    private static String text(Topology topology) {
        TopologyOrigin origin = new TopologyOrigin(LocalDateTime.of(2026, 11, 1, 2, 1, 54), Guid.of(1), Guid.of(2));
        return TopologyWriter.write(topology, origin, true);
    }

    /** Returns the subnet without the ports that the text omits, which are those without a link. */
    private static List<TopologyNode> linked(Topology topology) {
        return topology.nodes().stream()
                .map(node -> {
                    SortedMap<Integer, TopologyPort> ports = new TreeMap<>(node.ports());
                    ports.values().removeIf(port -> port.peer().isEmpty());
                    return new TopologyNode(
                            node.id(),
                            node.type(),
                            node.numPorts(),
                            node.vendorId(),
                            node.deviceId(),
                            node.systemImageGuid(),
                            node.nodeGuid(),
                            node.portZeroGuid(),
                            node.description(),
                            node.enhancedPortZero(),
                            node.portZeroLid(),
                            node.portZeroLmc(),
                            ports);
                })
                .toList();
    }
}
