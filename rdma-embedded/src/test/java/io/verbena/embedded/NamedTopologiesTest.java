package io.verbena.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.verbena.diag.ibdm.LinkList;
import io.verbena.iba.Guid;
import io.verbena.iba.LaneSpeed;
import io.verbena.iba.LinkWidth;
import io.verbena.iba.NodeType;
import io.verbena.iba.PortInfo;
import io.verbena.iba.VirtualLanes;
import io.verbena.subnet.Subnet;
import io.verbena.subnet.cache.SubnetCache;
import io.verbena.subnet.cache.SubnetJson;
import io.verbena.topology.Topology;
import io.verbena.topology.Topology.TopologyNode;
import io.verbena.topology.TopologyWriter;
import io.verbena.topology.TopologyWriter.TopologyOrigin;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The topologies that have a name, the files that are read as topologies, and the mistakes that are planted in them. */
class NamedTopologiesTest {

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            value = {
                // name | switches | hosts | links between switches
                "torus:5,1           |  5 |  5 |   5",
                "torus:4,4,2         | 16 | 32 |  32",
                "torus:3,4,5,1       | 60 | 60 | 180",
                "torus:2,3,1         |  6 |  6 |   9",
                "hypercube:4,2       | 16 | 32 |  32",
                "dragonfly:5,2,3,4   | 25 | 60 |  40",
                "dragonfly:2,1,1,1   |  4 |  2 |   3",
            })
    void everyPairOfHostsHasAPath(String argument, int switches, int hosts, int links) {
        try (EmbeddedFabric fabric = EmbeddedFabric.open(argument)) {
            Topology topology = fabric.topology();

            assertThat(nodes(topology, NodeType.SWITCH)).hasSize(switches);
            assertThat(nodes(topology, NodeType.CHANNEL_ADAPTER)).hasSize(hosts);
            assertThat(ends(topology)).hasSize(2 * links);
            try (ValidatedFabric validated = new ValidatedFabric(fabric)) {
                // The shortest paths on rings are neither balanced nor free of credit loops.
                assertThat(validated.faults()).isSubsetOf("credit-loop", "unbalanced-routes");
            }
        }
    }

    @Test
    void groupsOfADragonflyHaveOneLinkToEachOther() {
        Topology topology = FabricArgument.parse("dragonfly:7,2,2,1").topology();
        Set<Set<Integer>> pairs = nodes(topology, NodeType.SWITCH).stream()
                .filter(node -> node.description().startsWith("spine"))
                .flatMap(node -> peers(topology, node)
                        .filter(peer -> peer.description().startsWith("spine"))
                        .map(peer -> Set.of(group(node), group(peer))))
                .collect(Collectors.toSet());

        assertThat(pairs).hasSize(7 * 6 / 2);
    }

    private static int group(TopologyNode spine) {
        return Integer.parseInt(spine.description().substring("spine".length())) / 2;
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            value = {
                "fat-tree:4,4,4+swapped=1+seed=1    | uneven-uplinks uneven-uplinks",
                "fat-tree:4,4,4+slow=1+seed=3       | link-slow",
                "fat-tree:4,4,4+slow=3              | link-slow link-slow link-slow",
                "fat-tree:4,4,4+duplicate=2+seed=1  | duplicate-node-guid duplicate-node-guid",
                "fat-tree:4,4,4+unhealthy=1         | counter-exceeded counter-exceeded",
            })
    void validationFindsThePlantedMistakes(String argument, String findings) {
        try (ValidatedFabric fabric = new ValidatedFabric(EmbeddedFabric.open(argument))) {
            assertThat(fabric.faults()).containsExactlyInAnyOrder(findings.split(" "));
        }
    }

    @Test
    void theSeedSelectsThePlaces() {
        Topology first = FabricArgument.parse("fat-tree:4,4,4+swapped=2+seed=1").topology();

        assertThat(FabricArgument.parse("fat-tree:4,4,4+swapped=2+seed=1").topology())
                .isEqualTo(first);
        assertThat(FabricArgument.parse("fat-tree:4,4,4+swapped=2+seed=2").topology())
                .isNotEqualTo(first);
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            value = {
                "fat-tree:2,2,2+swaped=1        | is not a kind of mistake; ",
                "fat-tree:2,2,2+slow            | does not have the form +KIND=COUNT",
                "fat-tree:2,2,2+slow=x          | does not have the form +KIND=COUNT",
                "fat-tree:2,2,2+slow=99         | slow=99 is too much: the topology has only 8 links",
                "fat-tree:2,2,2+duplicate=3     | duplicate=3 is too much: the topology has only 2 pairs of hosts",
                "fat-tree:2,2,2+swapped=3       | swapped=3 is too much",
                "torus:1,1                      | switches in a dimension is 1; use a number from 2",
                "torus:4                        | torus:SIDE,SIDE,…,HOSTS_PER_SWITCH, with 2 numbers",
                "torus:999999,999999,1          | switches in a dimension is 999999",
                "torus:9999,9999,1              | switches is 99980001",
                "hypercube:15,1                 | dimensions is 15; use a number from 1 to 14",
                "dragonfly:1,1,1,1              | groups is 1; use a number from 2 to 1024",
                "dragonfly:1000,1,1,1           | ports of a spine is 1000",
                "dragonfly:2,1,1                | dragonfly:GROUPS,SPINES,LEAVES,HOSTS_PER_LEAF, with 4 numbers",
            })
    void refuses(String argument, String message) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> EmbeddedFabric.open(argument))
                .withMessageContaining(message);
    }

    @ParameterizedTest
    @ValueSource(strings = {"fabric.net", "fabric.cache", "fabric.json", "fabric.lst"})
    void aFileOfEachFormatHasTheSameLinks(String name, @TempDir Path directory) throws IOException {
        Path file = directory.resolve(name);
        Set<String> links;
        try (ValidatedFabric fabric = new ValidatedFabric(EmbeddedFabric.open("torus:3,3,1"))) {
            links = ends(fabric.fabric().topology()).stream().collect(Collectors.toSet());
            write(fabric.subnet(), fabric.fabric().topology(), file);
        }

        try (EmbeddedFabric fabric = EmbeddedFabric.open(file.toString())) {
            assertThat(ends(fabric.topology())).containsExactlyInAnyOrderElementsOf(links);
            assertThat(fabric.nodes()).hasSize(18);
            // The list of links has no field for extended speeds.
            LaneSpeed speed = name.endsWith(".lst") ? LaneSpeed.QDR : LaneSpeed.EDR;
            PortInfo info = fabric.node("host0").port(1).info();
            assertThat(LaneSpeed.active(info)).isEqualTo(speed);
            assertThat(info.linkWidthActive()).isEqualTo(LinkWidth.FOUR);
            assertThat(info.vlCap()).isEqualTo(VirtualLanes.VL0_TO_7);
        }
    }

    private static void write(Subnet subnet, Topology topology, Path file) throws IOException {
        String name = file.getFileName().toString();
        switch (name.substring(name.lastIndexOf('.'))) {
            case ".cache" -> SubnetCache.write(subnet, file);
            case ".json" -> SubnetJson.write(subnet, file);
            case ".lst" -> Files.write(file, LinkList.lines(subnet));
            default ->
                Files.writeString(
                        file,
                        TopologyWriter.write(
                                topology,
                                new TopologyOrigin(LocalDateTime.of(2026, 1, 2, 3, 4), Guid.ZERO, Guid.ZERO, List.of()),
                                true));
        }
    }

    private static List<TopologyNode> nodes(Topology topology, NodeType type) {
        return topology.nodes().stream().filter(node -> node.type() == type).toList();
    }

    private static Stream<TopologyNode> peers(Topology topology, TopologyNode node) {
        return node.ports().values().stream()
                .flatMap(port -> port.peer().stream())
                .map(peer -> topology.node(peer.nodeId()).orElseThrow());
    }

    /** Returns both ends of each link between two switches. */
    private static Collection<String> ends(Topology topology) {
        return nodes(topology, NodeType.SWITCH).stream()
                .flatMap(node -> node.ports().entrySet().stream()
                        .flatMap(port -> port.getValue().peer().stream()
                                .filter(peer -> topology.node(peer.nodeId())
                                                .orElseThrow()
                                                .type()
                                        == NodeType.SWITCH)
                                .map(peer -> node.nodeGuid() + " " + port.getKey() + " " + peer.port() + " "
                                        + guid(topology, peer.nodeId()))))
                .toList();
    }

    private static String guid(Topology topology, String id) {
        return topology.node(id).orElseThrow().nodeGuid().toString();
    }
}
