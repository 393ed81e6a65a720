package io.verbena.diag.ibdm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.verbena.diag.ibdm.FabricDesign.Pin;
import io.verbena.diag.ibdm.TopologyMatch.Kind;
import io.verbena.diag.validate.FabricState;
import io.verbena.diag.validate.LaneTables;
import io.verbena.diag.validate.PathLevels;
import io.verbena.error.RdmaException;
import io.verbena.iba.Guid;
import io.verbena.iba.LaneSpeed;
import io.verbena.iba.Lid;
import io.verbena.iba.LinkWidth;
import io.verbena.iba.PortState;
import io.verbena.subnet.Node;
import io.verbena.subnet.NodeNameMap;
import io.verbena.subnet.Port;
import io.verbena.subnet.Subnet;
import io.verbena.subnet.forwarding.ForwardingTables;
import io.verbena.subnet.forwarding.MulticastTables;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class IbdmFilesTest {
    private static final int RING = 5;

    private static String end(String type, int ports, long guid, String description, int lid, int port) {
        return String.format(
                "{ %s Ports:%02X SystemGUID:%016x NodeGUID:%016x PortGUID:%016x VenID:000002C9 DevID:%s Rev:000000A1 {%s} LID:%04X PN:%02X }",
                type,
                ports,
                guid,
                guid,
                type.equals("SW") ? guid : guid + port,
                type.equals("SW") ? "B924" : "1017",
                description,
                lid,
                port);
    }

    private static String sw(int number, int port) {
        return end("SW", 4, 0x100 + number, "sw" + number, number + 1, port);
    }

    /** Returns the links of a ring of switches with a host at each: port 1 leads on, port 2 back, port 3 to the host. */
    private static List<String> ring() {
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < RING; i++) {
            lines.add(sw(i, 1) + " " + sw((i + 1) % RING, 2) + " PHY=4x LOG=ACT SPD=10");
            lines.add(sw(i, 3) + " "
                    + end(i == 0 ? "CA-SM" : "CA", 1, 0x1000L * (i + 1), "host" + i + " HCA-1", RING + 1 + i, 1)
                    + " PHY=1x LOG=INI SPD=2.5");
        }
        return lines;
    }

    /** Returns the links of a subnet, each with its ends in ascending order. */
    private static Set<String> links(Subnet subnet) {
        return LinkList.lines(subnet).stream()
                .map(line ->
                        Stream.of(line.split("(?<=PN:..) \\} ", -1)).sorted().collect(Collectors.joining("|")))
                .collect(Collectors.toSet());
    }

    private static Subnet ringSubnet() {
        return LinkList.parse("ring", ring());
    }

    /** Returns tables that always lead on, so that the dependencies of the links are a circle. */
    private static List<String> circular() {
        List<String> lines = new ArrayList<>();
        for (int at = 0; at < RING; at++) {
            lines.add(String.format("osm_ucast_mgr_dump_ucast_routes: Switch 0x%016x", 0x100 + at));
            lines.add("LID    : Port : Hops : Optimal");
            for (int to = 0; to < RING; to++) {
                lines.add(String.format("0x%04X : %03d  : 00   : yes", to + 1, to == at ? 0 : 1));
            }
            for (int to = 0; to < RING; to++) {
                lines.add(String.format("0x%04X : %03d  : 00   : yes", RING + 1 + to, to == at ? 3 : 1));
            }
            lines.add("");
        }
        return lines;
    }

    @Test
    void linksAreReadAndWrittenAsThemselves() {
        Subnet subnet = ringSubnet();

        assertThat(links(LinkList.parse("again", LinkList.lines(subnet)))).isEqualTo(links(subnet));
        assertThat(subnet.nodes()).hasSize(2 * RING);
        Node host = subnet.node(Guid.of(0x2000)).orElseThrow();
        Port port = host.port(1).orElseThrow();
        assertThat(port.lid()).isEqualTo(Lid.of(RING + 2));
        assertThat(port.width()).isEqualTo(LinkWidth.ONE);
        assertThat(port.speed()).isEqualTo(LaneSpeed.SDR);
        assertThat(port.state()).isEqualTo(PortState.INITIALIZE);
        assertThat(IbdmNames.port(port)).isEqualTo("host1/P1");
    }

    @Test
    void tablesAreReadAndWrittenAsThemselves() {
        Subnet subnet = ringSubnet();
        ForwardingTables tables = RoutingDumps.parseUnicast("tables", circular());
        MulticastTables trees = MulticastTables.of(Map.of(
                Guid.of(0x101),
                Map.of(Lid.of(0xc000), BitSet.valueOf(new long[] {0b1010}), Lid.of(0xc003), BitSet.valueOf(new long[] {
                    1L << 36
                }))));

        assertThat(RoutingDumps.unicast(subnet, tables)).containsExactlyInAnyOrderElementsOf(circular());
        List<String> lines = RoutingDumps.multicast(subnet, trees);
        assertThat(lines).contains("0xC000 : 0x001 0x003 ", "0xC003 : 0x024 ");
        assertThat(RoutingDumps.multicast(subnet, RoutingDumps.parseMulticast("again", lines)))
                .isEqualTo(lines);
    }

    @Test
    void aLidWithoutARouteIsUnreachable() {
        List<String> lines = new ArrayList<>(circular());
        lines.replaceAll(line -> line.startsWith("0x000A") ? "0x000A : UNREACHABLE" : line);
        ForwardingTables tables = RoutingDumps.parseUnicast("tables", lines);

        assertThat(tables.exit(Guid.of(0x100), Lid.of(10))).contains(ForwardingTables.NOWHERE);
        assertThat(RoutingDumps.unicast(ringSubnet(), tables)).contains("0x000A : UNREACHABLE");
        assertThat(RoutingReport.of(FabricState.builder(ringSubnet(), NodeNameMap.EMPTY)
                                .unicast(tables)
                                .build())
                        .get(0)
                        .errors())
                .hasSize(RING)
                .allMatch(line -> line.contains("LID 10"));
    }

    @Test
    void aCircleOfDependenciesIsACreditLoopUntilServiceLevelsBreakIt() {
        Subnet subnet = ringSubnet();
        FabricState.Builder state =
                FabricState.builder(subnet, NodeNameMap.EMPTY).unicast(RoutingDumps.parseUnicast("tables", circular()));
        assertThat(RoutingReport.of(state.build()).get(2).errors()).hasSize(1);

        // The paths of one host do not surround the ring, so a level for each host breaks the circle.
        PathLevels levels = new PathLevels();
        for (int from = 0; from < RING; from++) {
            for (int to = 0; to < RING; to++) {
                levels.put(Guid.of(0x1000L * (from + 1)), Lid.of(RING + 1 + to), from);
                levels.put(Guid.of(0x1000L * (from + 1)), Lid.of(1 + to), from);
            }
        }
        List<String> paths = LevelFiles.paths(subnet, levels).toList();
        state.pathLevels(LevelFiles.parsePaths("paths", paths)).lanes(LevelFiles.identity(subnet));
        assertThat(RoutingReport.of(state.build()).get(2).errors()).isEmpty();
        assertThat(RoutingReport.of(state.build()).get(2).details()).contains("no credit loops found");
    }

    @Test
    void virtualLanesAreReadInBothForms() {
        Subnet subnet = ringSubnet();
        String row = "0x0000000000000101 1 2 0x01 0x23 0x45 0x67 0x89 0xab 0xcd 0xe7";
        LaneTables lanes = LevelFiles.parseLanes(
                subnet,
                "lanes",
                List.of(row, row.replace(" 1 2 ", " 2 1 -raw_vl_by_sl "), row.replace("0101", "0999")));
        List<String> written = new ArrayList<>();
        LevelFiles.lanes(subnet, lanes, (node, line) -> written.add(line));

        assertThat(written).containsExactly(row, row.replace(" 1 2 ", " 2 1 "));
    }

    @Test
    void partitionsAreReadAndWrittenAsThemselves() {
        List<String> lines = List.of(
                "GROUP PKey:0x0012 Hosts:2",
                "   Part host2/P1 lid=0x0008 guid=0x0008f10000000021 dev=0",
                "   Full host1/P1 lid=0x0006 guid=0x0008f10000000011 dev=4119",
                "-".repeat(80));

        assertThat(PartitionList.lines(PartitionList.parse("keys", lines))).isEqualTo(lines);
    }

    @Test
    void theDatabaseKeepsNodesPortsAndLinks() {
        Subnet subnet = ringSubnet();
        Subnet again = SubnetDatabase.parse("database", String.join("\n", SubnetDatabase.lines(subnet)));

        assertThat(links(again)).isEqualTo(links(subnet));
        assertThat(again.origin().guid()).isEqualTo(subnet.origin().guid());
        assertThat(SubnetDatabase.lines(again)).hasSameSizeAs(SubnetDatabase.lines(subnet));
    }

    private static SystemLibrary library() {
        return new SystemLibrary()
                .add(
                        "library",
                        List.of(
                                "SYSTEM LEAF,LEAF:4x",
                                "NODE SW 4 MT1 U1",
                                "   1 -> P1",
                                "   2 -4x-2.5G-> P2",
                                "   3 -> IN",
                                "",
                                "TOPSYSTEM BOX,Box2",
                                "U1=isSpine",
                                "NODE SW 4 MT2 U1",
                                "   1 -> leaf1 IN",
                                "   2 -> leaf2 IN",
                                "SUBSYSTEM LEAF leaf1",
                                "   P1 -> L1/P1",
                                "   P2 -> L1/P2",
                                "SUBSYSTEM LEAF leaf2",
                                "   P1 -> L2/P1"))
                .add("hosts", List.of("TOPSYSTEM HCA", "NODE CA 2 MT3 U1", "   1 -> P1", "   2 -> P2"));
    }

    @Test
    void aTopologyIsAssembledFromBoards() {
        List<String> file = List.of(
                "# a comment",
                "BOX box",
                "   L1/P1 -> HCA h1 P1 # a cable",
                "   L2/P1 -4x-10G-> HCA h2 P2",
                "",
                "HCA h2",
                "   P2 -> BOX box L2/P1");
        FabricDesign design = FabricDesign.parse("topology", file, library());

        assertThat(design.nodes())
                .extracting(node -> node.name())
                .containsExactlyInAnyOrder("box/U1", "box/leaf1/U1", "box/leaf2/U1", "h1/U1", "h2/U1");
        Pin pin = design.node("box/leaf2/U1").orElseThrow().peer(1).orElseThrow();
        assertThat(pin).hasToString("h2/U1/P2");
        assertThat(design.panel(pin)).contains("h2/P2");
        assertThat(design.node("box/U1").orElseThrow().peer(2).orElseThrow()).hasToString("box/leaf2/U1/P3");
        FabricDesign without = FabricDesign.parse("topology", List.of("BOX box CFG: leaf1=R,leaf2=4x"), library());
        assertThat(without.nodes()).hasSize(2);
    }

    @Test
    void aDesignThatWasWrittenFromASubnetMatchesItAndNothingElse() {
        Subnet subnet = ringSubnet();
        DesignFiles files = DesignFiles.of(subnet);
        SystemLibrary library = new SystemLibrary();
        files.definitions().forEach(library::add);
        FabricDesign design = FabricDesign.parse("topology", files.topology(), library);

        assertThat(TopologyMatch.byNames(design, subnet).differences()).isEmpty();
        List<String> changed = new ArrayList<>(ring());
        changed.remove(1);
        assertThat(TopologyMatch.byNames(design, LinkList.parse("changed", changed))
                        .differences())
                .extracting(difference -> difference.kind())
                .containsExactlyInAnyOrder(Kind.MISSING_CABLE, Kind.MISSING_NODE);
        List<String> swapped = new ArrayList<>(ring());
        swapped.replaceAll(line -> line.replace(
                "PN:03 } { CA Ports:01 SystemGUID:0000000000002000",
                "PN:04 } { CA Ports:01 SystemGUID:0000000000002000"));
        assertThat(TopologyMatch.byNames(design, LinkList.parse("swapped", swapped))
                        .differences())
                .extracting(difference -> difference.kind())
                .contains(Kind.WRONG_CABLE);
    }

    @ParameterizedTest
    @CsvSource({
        "links, expected a link",
        "unicast, expected 'Switch 0x…'",
        "multicast, expected 'Switch 0x…'",
        "keys, expected 'GROUP PKey",
        "levels, expected the GUID of a node",
        "lanes, expected the GUID of a switch",
        "library, expected SYSTEM or TOPSYSTEM",
        "topology, expected a type of system",
        "database, expected 'array set NAME"
    })
    void aLineThatCannotBeReadIsNamed(String kind, String message) {
        List<String> lines = List.of("no such thing");
        assertThatThrownBy(() -> {
                    switch (kind) {
                        case "links" -> LinkList.parse("FILE", lines);
                        case "unicast" -> RoutingDumps.parseUnicast("FILE", lines);
                        case "multicast" -> RoutingDumps.parseMulticast("FILE", lines);
                        case "keys" -> PartitionList.parse("FILE", lines);
                        case "levels" -> LevelFiles.parsePaths("FILE", lines);
                        case "lanes" -> LevelFiles.parseLanes(ringSubnet(), "FILE", lines);
                        case "library" -> new SystemLibrary().add("FILE", lines);
                        case "topology" -> FabricDesign.parse("FILE", List.of("no such"), library());
                        default -> SubnetDatabase.parse("FILE", "no such thing at all");
                    }
                })
                .isInstanceOf(RdmaException.class)
                .hasMessageContaining("FILE")
                .hasMessageContaining(message);
    }
}
