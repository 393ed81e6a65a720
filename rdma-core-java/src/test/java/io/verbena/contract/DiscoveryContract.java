package io.verbena.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.iba.Guid;
import io.verbena.iba.NodeType;
import io.verbena.mad.MadTimeoutException;
import io.verbena.mad.MadTransactor;
import io.verbena.subnet.Node;
import io.verbena.subnet.NodeNameMap;
import io.verbena.subnet.Port;
import io.verbena.subnet.Subnet;
import io.verbena.subnet.SubnetTopology;
import io.verbena.topology.Topology;
import io.verbena.topology.TopologyNode;
import io.verbena.topology.TopologyPort;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Discovery by directed route; on the net {@code two-rail}, as {@code host5} sees it. */
public abstract class DiscoveryContract extends ProviderContract {
    private MadTransactor mad;

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

    private Subnet discover() {
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
    void theOrderOfTheNodesIsTheSameEachTime() {
        List<Guid> first = discover().nodes().stream().map(Node::guid).toList();
        for (int round = 0; round < 5; round++) {
            assertThat(discover().nodes()).extracting(Node::guid).containsExactlyElementsOf(first);
        }
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
