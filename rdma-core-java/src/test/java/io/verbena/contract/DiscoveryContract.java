package io.verbena.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.iba.Guid;
import io.verbena.iba.LaneSpeed;
import io.verbena.iba.Lid;
import io.verbena.iba.NodeInfo;
import io.verbena.iba.NodeType;
import io.verbena.mad.MadTimeoutException;
import io.verbena.mad.MadTransactor;
import io.verbena.path.DirectedPath;
import io.verbena.path.IbPath;
import io.verbena.subnet.DiscoveryProgress;
import io.verbena.subnet.Node;
import io.verbena.subnet.NodeNameMap;
import io.verbena.subnet.Port;
import io.verbena.subnet.Subnet;
import io.verbena.subnet.SubnetTopology;
import io.verbena.topology.Topology;
import io.verbena.topology.Topology.TopologyNode;
import io.verbena.topology.Topology.TopologyPort;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Discovery by directed route; on the net {@code two-rail}, as {@code host5} sees it. */
public abstract class DiscoveryContract extends ProviderContract {
    /** The end port of {@code host5}. */
    protected MadTransactor mad;

    /** The promises as this fabric keeps them. */
    protected DiscoveryContract(TriedFabric fabric) {
        super(fabric);
    }

    @BeforeEach
    void openTheEndPort() {
        mad = rdma.mad(rdma.defaultEndPort());
    }

    @AfterEach
    void closeTheEndPort() {
        mad.close();
    }

    protected final Subnet discover() {
        return rdma.discovery(mad).run();
    }

    @Test
    void findsEveryNodeOfTheNetFile() {
        Subnet subnet = discover();

        assertThat(subnet.failures()).isEmpty();
        assertThat(subnet.nodes()).extracting(Node::guid).containsExactlyInAnyOrderElementsOf(guids().toList());
        for (NodeType type : List.of(NodeType.SWITCH, NodeType.CHANNEL_ADAPTER, NodeType.ROUTER)) {
            assertThat(subnet.nodes(type))
                    .extracting(Node::guid)
                    .containsExactlyInAnyOrderElementsOf(guids(type).toList());
        }
        assertThat(subnet.origin().node().description()).isEqualTo("host5 HCA-1");
        assertThat(subnet.maxHops()).isEqualTo(5);
    }

    @Test
    void findsEveryLinkOfTheNetFile() {
        Topology found = SubnetTopology.of(discover(), NodeNameMap.EMPTY);
        Topology net = topology();

        for (TopologyNode node : net.nodes()) {
            TopologyNode same = byGuid(found, node.nodeGuid());
            assertThat(same.description()).isEqualTo(node.description());
            assertThat(same.numPorts()).isEqualTo(node.numPorts());
            assertThat(links(found, same)).as(node.description()).isEqualTo(links(net, node));
        }
    }

    private static TopologyNode byGuid(Topology topology, Guid guid) {
        return topology.nodes().stream()
                .filter(node -> node.nodeGuid().equals(guid))
                .findFirst()
                .orElseThrow(() -> new AssertionError(guid + " is missing"));
    }

    /** Where the ports of a node lead to, whatever the nodes are called. */
    private static Map<Integer, String> links(Topology topology, TopologyNode node) {
        Map<Integer, String> links = new TreeMap<>();
        node.ports().forEach((number, port) -> {
            Optional<TopologyPort.Peer> peer = port.peer();
            if (peer.isPresent()) {
                Guid guid = topology.node(peer.get().nodeId()).orElseThrow().nodeGuid();
                links.put(number, guid + "[" + peer.get().port() + "]");
            }
        });
        return links;
    }

    @Test
    void aNodeOfTwoPortsIsOneNodeWithTwoLids() {
        Node host1 = discover().node(Guid.of(0x0008f10400010000L)).orElseThrow();

        assertThat(host1.ports())
                .extracting(Port::guid)
                .containsExactly(Guid.of(0x0008f10400010001L), Guid.of(0x0008f10400010002L));
        assertThat(host1.ports()).extracting(Port::lid).doesNotHaveDuplicates().allMatch(lid -> lid.isUnicast());
    }

    @Test
    void aDirectedRouteLeadsToItsNodeAndPort() {
        Subnet subnet = discover();
        for (Node node : subnet.nodes()) {
            assertThat(subnet.node(node.path())).contains(node);
            for (Port port : node.ports()) {
                port.peer()
                        .ifPresent(peer -> assertThat(subnet.port(node.path().then(port.number())))
                                .contains(peer));
            }
        }
        assertThat(subnet.node(DirectedPath.of(1, 99))).isEmpty();
        assertThat(subnet.port(DirectedPath.of(1, 99))).isEmpty();
    }

    @Test
    void theOrderOfTheNodesIsTheSameEachTime() {
        List<Guid> first = discover().nodes().stream().map(Node::guid).toList();
        for (int round = 0; round < 5; round++) {
            assertThat(discover().nodes()).extracting(Node::guid).containsExactlyElementsOf(first);
        }
    }

    // ---- the modes

    /** Returns the part of a fabric that all modes can read if its ports have LIDs. */
    public static Map<Guid, List<String>> facts(Subnet subnet) {
        Map<Guid, List<String>> facts = new TreeMap<>(Comparator.comparingLong(Guid::bits));
        for (Node node : subnet.nodes()) {
            List<String> lines = new ArrayList<>();
            lines.add(node.type() + " " + node.description() + " " + node.info().numPorts());
            for (Port port : node.ports()) {
                port.peer()
                        .ifPresent(peer -> lines.add(String.join(
                                " ",
                                port.toString(),
                                peer.toString(),
                                port.lid().toString(),
                                port.state().toString(),
                                port.width().toString(),
                                port.info().map(LaneSpeed::active).orElseThrow().toString())));
            }
            facts.put(node.guid(), lines);
        }
        return facts;
    }

    @Test
    void byLidTheSubnetIsTheSame() {
        Subnet directed = rdma.discovery(mad).directed().run();
        Subnet byLid = rdma.discovery(mad).byLid().run();

        assertThat(byLid.failures()).isEmpty();
        assertThat(facts(byLid)).isEqualTo(facts(directed));
        assertThat(byLid.nodes().stream().map(Node::guid))
                .containsExactlyElementsOf(
                        directed.nodes().stream().map(Node::guid).toList());
    }

    @Test
    void sinceAnotherReadingTheSubnetIsTheSameForFewerDatagrams() {
        Subnet full = rdma.discovery(mad).run();
        Subnet again = rdma.discovery(mad).since(full).run();

        assertThat(again.failures()).isEmpty();
        assertThat(facts(again)).isEqualTo(facts(full));
        assertThat(again.datagrams()).isLessThan(full.datagrams());
        assertThat(again.nodes()).allMatch(Node::isCarriedOver);
        assertThat(full.nodes()).noneMatch(Node::isCarriedOver);
    }

    @Test
    void sinceAnotherReadingACutLinkIsGoneAndAJoinedOneIsThere() {
        Subnet full = discover();
        cut("host4", 1);
        try {
            await("the link to be cut", () -> discover().nodes().size() == 11);
            Subnet less = rdma.discovery(mad).since(full).run();
            assertThat(less.nodes())
                    .extracting(Node::description)
                    .doesNotContain("host4 HCA-1")
                    .hasSize(11);
            join("host4", 1);
            await("the link to be joined", () -> discover().nodes().size() == 12);
            assertThat(rdma.discovery(mad).since(less).run().nodes())
                    .filteredOn(node -> node.description().equals("host4 HCA-1"))
                    .singleElement()
                    .matches(node -> !node.isCarriedOver());
        } finally {
            join("host4", 1);
        }
        await("the link to be joined", () -> discover().nodes().size() == 12);
    }

    @Test
    void fromTheFarEndOfARouteTheSubnetHasTheSameNodesAndLinks() {
        Subnet here = discover();
        for (Node far : here.nodes()) {
            Subnet there = rdma.discovery(mad).from(far.path()).run();

            assertThat(there.origin().node().guid()).isEqualTo(far.guid());
            assertThat(there.failures()).isEmpty();
            for (Node node : there.nodes()) {
                assertThat(mad.subnGet(NodeInfo.class, there.pathTo(node).orElseThrow())
                                .nodeGuid())
                        .as("%s from %s", node, far)
                        .isEqualTo(node.guid());
            }
            if (far.isSwitch()) {
                assertThat(facts(there)).isEqualTo(facts(here));
            }
        }
    }

    @Test
    void fromAGuidItBeginsThere() {
        Port spine = discover()
                .node(Guid.of(0x0002c90000020200L))
                .flatMap(node -> node.port(0))
                .orElseThrow();

        Subnet near =
                rdma.discovery(mad).from(IbPath.to(spine.guid())).maxHops(0).run();

        assertThat(near.nodes()).extracting(Node::description).containsExactly("rail2-spine");
    }

    @Test
    void lidsAreAskedOneByOne() {
        Port spine = discover()
                .node(Guid.of(0x0002c90000020200L))
                .flatMap(node -> node.port(0))
                .orElseThrow();

        Subnet found = rdma.discovery(mad).lids(spine.lid(), spine.lid()).run();

        assertThat(found.nodes())
                .extracting(Node::guid)
                .contains(spine.node().guid())
                .hasSize(2);
        assertThat(found.port(spine.lid())).isPresent();
        assertThat(found.failures()).isEmpty();
        Subnet none = rdma.discovery(mad).lids(Lid.of(49000), Lid.of(49001)).run();
        assertThat(none.failures())
                .extracting(Throwable::getMessage)
                .anySatisfy(message -> assertThat(message).startsWith("cannot read which node has LID 49000: "))
                .hasSize(2);
    }

    @Test
    void tellsHowFarItIs() {
        List<DiscoveryProgress> told = new CopyOnWriteArrayList<>();

        Subnet subnet = rdma.discovery(mad).progress(told::add).run();

        assertThat(told).isSortedAccordingTo(Comparator.comparingInt(DiscoveryProgress::nodes));
        assertThat(told.get(told.size() - 1))
                .isEqualTo(new DiscoveryProgress(
                        subnet.nodes().size(),
                        (int) subnet.nodes().stream()
                                        .flatMap(node -> node.ports().stream())
                                        .filter(port -> port.peer().isPresent())
                                        .count()
                                / 2,
                        0));
    }

    @Test
    void goesNoFurtherThanItIsTold() {
        Subnet near = rdma.discovery(mad).maxHops(1).run();
        assertThat(near.nodes()).extracting(Node::description).containsExactly("host5 HCA-1", "rail2-leaf2");

        Subnet nearer = rdma.discovery(mad).maxHops(0).run();
        assertThat(nearer.nodes()).extracting(Node::description).containsExactly("host5 HCA-1");
    }

    @Test
    void whatIsBehindACutLinkIsLeftOutAndTheRestIsFound() {
        cut("host4", 1);
        try {
            await("the link to be cut", () -> discover().nodes().size() == 11);
            Subnet subnet = discover();
            assertThat(subnet.nodes())
                    .extracting(Node::description)
                    .doesNotContain("host4 HCA-1")
                    .hasSize(11);
            assertThat(subnet.failures())
                    .allSatisfy(failure -> assertThat(failure).isInstanceOf(MadTimeoutException.class));
        } finally {
            join("host4", 1);
        }
        await("the link to be joined", () -> discover().nodes().size() == 12);
    }
}
