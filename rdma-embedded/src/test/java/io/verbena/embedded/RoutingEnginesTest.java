package io.verbena.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.verbena.embedded.node.FabricNode;
import io.verbena.embedded.node.FabricPort;
import io.verbena.iba.Guid;
import io.verbena.iba.Lid;
import io.verbena.iba.NodeType;
import io.verbena.iba.PathRecord;
import io.verbena.iba.PortInfo;
import io.verbena.iba.SmState;
import io.verbena.sm.RoutingAlgorithm;
import io.verbena.sm.RoutingOptions;
import io.verbena.sm.SubnetManager;
import io.verbena.sm.SubnetManagerOptions;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.IntSummaryStatistics;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class RoutingEnginesTest {
    private static final SubnetManagerOptions OPTIONS = SubnetManagerOptions.DEFAULTS;

    private static EmbeddedFabric open(String net) {
        return SwitchNets.builder(net).unmanaged().virtualTime().open();
    }

    private static SubnetManager manage(EmbeddedFabric fabric, RoutingOptions routing) {
        return fabric.manage(hosts(fabric).get(0).id(), OPTIONS.withRouting(routing));
    }

    private static List<EmbeddedNode> hosts(EmbeddedFabric fabric) {
        return fabric.nodes().stream()
                .filter(node -> node.type() == NodeType.CHANNEL_ADAPTER)
                .toList();
    }

    /** Returns the number of LIDs of hosts that lead through each link from one switch to another. */
    private static Map<FabricPort, Integer> routesPerLink(EmbeddedFabric fabric) {
        Map<FabricPort, Integer> routes = new HashMap<>();
        for (EmbeddedNode from : hosts(fabric)) {
            for (EmbeddedNode to : hosts(fabric)) {
                List<FabricPort> way = from.equals(to)
                        ? List.of()
                        : WaysOfPackets.way(from, to.port(1).lid());
                for (int i = 1; i < way.size() - 1; i++) {
                    routes.merge(way.get(i), 1, Integer::sum);
                }
            }
        }
        return routes;
    }

    /** Returns whether one end of a link between switches has hosts. */
    private static boolean endsAtHosts(FabricPort port) {
        return hasHosts(port.node())
                || hasHosts(Objects.requireNonNull(port.peer()).node());
    }

    private static boolean hasHosts(FabricNode node) {
        return IntStream.rangeClosed(1, node.numPorts())
                .mapToObj(node::port)
                .map(port -> port == null ? null : port.peer())
                .anyMatch(peer -> peer != null && !peer.node().forwards());
    }

    @ParameterizedTest
    @CsvSource({
        "'fat-tree:2,4,4', FAT_TREE",
        "fat-tree3:4, FAT_TREE",
        "fat-tree3:6, FAT_TREE",
        "'fat-tree:2,4,4', DEADLOCK_FREE",
        "fat-tree3:4, DEADLOCK_FREE"
    })
    void fatTreesAreRoutedByTheFewestHopsWithEqualLoadOnAllUplinks(String net, RoutingAlgorithm algorithm) {
        try (EmbeddedFabric fabric = open(net);
                EmbeddedFabric other = SwitchNets.builder(net).open()) {
            SubnetManager manager = manage(fabric, RoutingOptions.of(algorithm));

            assertThat(manager.report().failures()).isEmpty();
            assertThat(new WaysOfPackets(fabric).hops()).isEqualTo(new WaysOfPackets(other).hops());
            assertThat(new WaysOfPackets(fabric).canDeadlock()).isFalse();
            Map<Boolean, IntSummaryStatistics> routes = routesPerLink(fabric).entrySet().stream()
                    .collect(Collectors.partitioningBy(
                            link -> endsAtHosts(link.getKey()), Collectors.summarizingInt(Map.Entry::getValue)));
            assertThat(routes.values()).allMatch(level -> level.getCount() == 0 || level.getMax() == level.getMin());
        }
    }

    /** The second manager discovers the fabric from the other end, and therefore in another order. */
    @ParameterizedTest
    @CsvSource({
        "fat-tree3:4, MIN_HOP",
        "fat-tree3:4, UP_DOWN",
        "fat-tree3:4, FAT_TREE",
        "fat-tree3:4, DEADLOCK_FREE",
        "torus:5, MIN_HOP",
        "torus:5, UP_DOWN",
        "torus:5, DEADLOCK_FREE"
    })
    void theRoutesDoNotDependOnTheOrderOfDiscovery(String net, RoutingAlgorithm algorithm) {
        try (EmbeddedFabric fabric = open(net)) {
            List<EmbeddedNode> hosts = hosts(fabric);
            SubnetManagerOptions options = OPTIONS.withRouting(RoutingOptions.of(algorithm));
            fabric.manage(hosts.get(0).id(), options).close();
            List<List<FabricPort>> before = routes(fabric);

            SubnetManager second = fabric.manage(hosts.get(hosts.size() - 1).id(), options);

            assertThat(second.state()).isEqualTo(SmState.MASTER);
            assertThat(second.report().failures()).isEmpty();
            assertThat(routes(fabric)).isEqualTo(before);
        }
    }

    private static List<List<FabricPort>> routes(EmbeddedFabric fabric) {
        return hosts(fabric).stream()
                .flatMap(from -> hosts(fabric).stream()
                        .filter(to -> !to.equals(from))
                        .map(to -> WaysOfPackets.way(from, to.port(1).lid())))
                .toList();
    }

    @Test
    void aRingIsNotAFatTreeAndKeepsItsTables() {
        try (EmbeddedFabric fabric = open("ring:5")) {
            SubnetManager manager = manage(fabric, RoutingOptions.of(RoutingAlgorithm.FAT_TREE));

            assertThat(manager.report().failures())
                    .hasSize(1)
                    .first()
                    .asString()
                    .contains("FAT_TREE cannot route this topology: not a fat tree");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"ring:5", "ring:8", "torus:4", "torus:5"})
    void theServiceLevelsOfPathRecordsKeepShortestRoutesFreeOfDeadlocks(String net) {
        try (EmbeddedFabric fabric = open(net);
                EmbeddedFabric other = SwitchNets.builder(net).open()) {
            SubnetManager manager = manage(fabric, RoutingOptions.of(RoutingAlgorithm.DEADLOCK_FREE));

            assertThat(manager.report().failures()).isEmpty();
            assertThat(new WaysOfPackets(fabric).hops()).isEqualTo(new WaysOfPackets(other).hops());
            assertThat(new WaysOfPackets(fabric).canDeadlock())
                    .as("on a single lane")
                    .isTrue();
            Map<String, Integer> levels = levels(fabric);
            assertThat(new WaysOfPackets(fabric)
                            .canDeadlock((from, to) -> levels.get(
                                    from.port(1).lid() + "-" + to.port(1).lid())))
                    .isFalse();
            hosts(fabric).forEach(host -> assertThatTheManagerIsReachedByThePathsLevel(fabric, host, levels));
        }
    }

    private static void assertThatTheManagerIsReachedByThePathsLevel(
            EmbeddedFabric fabric, EmbeddedNode host, Map<String, Integer> levels) {
        try (Asker asker = new Asker(fabric, host.id())) {
            PortInfo info = asker.ask(PortInfo.LAYOUT, 1);
            String path = info.lid().bits() + "-" + info.masterSmLid().bits();
            assertThat(info.masterSmSl()).as(host.id()).isEqualTo(levels.getOrDefault(path, 0));
        }
    }

    /** Returns the service level of each path by its two LIDs; levels up to the number of lanes are lanes. */
    private static Map<String, Integer> levels(EmbeddedFabric fabric) {
        Map<String, Integer> levels = new HashMap<>();
        try (SaAsker client = new SaAsker(fabric, hosts(fabric).get(0).id())) {
            for (EmbeddedNode from : hosts(fabric)) {
                PathRecord wanted =
                        new PathRecord().slid(Lid.of(from.port(1).lid())).numbPath(127);
                client.<PathRecord>table(wanted, "slid", "numbPath")
                        .forEach(path -> levels.put(
                                path.slid().bits() + "-" + path.dlid().bits(), path.sl()));
            }
        }
        return levels;
    }

    @Test
    void configuredRootsOfUpDownRoutingAreUsed() {
        try (EmbeddedFabric fabric = open("ring:5")) {
            Guid root = fabric.node("switch3").guid();

            manage(fabric, RoutingOptions.of(RoutingAlgorithm.UP_DOWN).withRoots(List.of(root)));

            // The shortest way leads down and up again, so that packets pass the root.
            assertThat(WaysOfPackets.way(
                            fabric.node("host0"), fabric.node("host2").port(1).lid()))
                    .extracting(port -> port.node().guid())
                    .contains(root);
            assertThat(new WaysOfPackets(fabric).canDeadlock()).isFalse();
        }
    }

    @Test
    void lidsAreKeptInAFile(@TempDir Path directory) throws Exception {
        Path file = directory.resolve("guid2lid");
        SubnetManagerOptions options = OPTIONS.withLidFile(file);
        int lid;
        try (EmbeddedFabric fabric = open("fat-tree:2,4,4")) {
            fabric.manage("host0", options);
            lid = fabric.node("host9").port(1).lid();
        }
        assertThat(Files.readAllLines(file)).contains(String.format("0x%016x 0x%04x 0x%04x", guid("host9"), lid, lid));
        Files.writeString(file, String.format("0x%016x 0x0123 0x0123%n", guid("host9")));

        try (EmbeddedFabric fabric = open("fat-tree:2,4,4")) {
            fabric.manage("host0", options);

            assertThat(fabric.node("host9").port(1).lid()).isEqualTo(0x123);
        }
    }

    private static long guid(String host) {
        try (EmbeddedFabric fabric = open("fat-tree:2,4,4")) {
            return fabric.node(host).port(1).guid().bits();
        }
    }

    @Test
    void aFileOfGuidsHasCommentsAndNamesItsErrors(@TempDir Path directory) throws Exception {
        Path file = Files.writeString(directory.resolve("roots"), "# roots\n0x0002c90300000001 # spine0\n\n");
        assertThat(RoutingOptions.readGuids(file)).containsExactly(Guid.of(0x0002c90300000001L));

        Files.writeString(file, "0x1\nspine\n");
        assertThatThrownBy(() -> RoutingOptions.readGuids(file)).hasMessageContaining("line 2: 'spine' is not a GUID");
    }
}
