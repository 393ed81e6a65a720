package io.verbena.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.tuple;

import io.verbena.Rdma;
import io.verbena.error.RdmaException;
import io.verbena.iba.Guid;
import io.verbena.mad.MadOptions;
import io.verbena.mad.MadTransactor;
import io.verbena.subnet.Node;
import io.verbena.subnet.NodeNameMap;
import io.verbena.subnet.Subnet;
import io.verbena.subnet.SubnetTopology;
import io.verbena.subnet.cache.CacheFormatException;
import io.verbena.subnet.cache.SubnetCache;
import io.verbena.subnet.cache.SubnetJson;
import io.verbena.subnet.chassis.Chassis;
import io.verbena.subnet.chassis.Chassis.ChassisSlot;
import io.verbena.subnet.chassis.Chassis.SlotType;
import io.verbena.subnet.chassis.ChassisGrouping;
import io.verbena.subnet.chassis.ChassisTopology;
import io.verbena.subnet.diff.DiffText;
import io.verbena.subnet.diff.SubnetDiff;
import io.verbena.subnet.diff.SubnetDiff.DiffCheck;
import io.verbena.subnet.diff.SubnetDiff.NodeDifference;
import io.verbena.subnet.diff.SubnetDiff.PortDifference;
import io.verbena.topology.Topology;
import io.verbena.topology.TopologyReader;
import io.verbena.topology.TopologyWriter;
import io.verbena.topology.TopologyWriter.TopologyOrigin;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDateTime;
import java.util.Arrays;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Subnets in files, chassis and differences of discovered subnets. */
class SubnetFilesTest {
    private static final MadOptions OPTIONS = new MadOptions(Duration.ofMillis(50), 2, 64);
    private static final String CHASSIS = TestFabric.net("chassis") + "@host2";

    private final TestFabric test = new TestFabric();

    private Subnet discover(String fabric) {
        try (Rdma rdma = test.open(fabric, OPTIONS)) {
            return discover(rdma);
        }
    }

    private static Subnet discover(Rdma rdma) {
        try (MadTransactor mad = rdma.mad(rdma.defaultEndPort())) {
            return rdma.discovery(mad).run();
        }
    }

    private static String json(Subnet subnet) {
        return new String(SubnetJson.toBytes(subnet), StandardCharsets.UTF_8);
    }

    // ---- cache and JSON

    @ParameterizedTest
    @ValueSource(strings = {"two-node", "fat-tree:2,4,4"})
    void aCacheIsReadBackUnchanged(String fabric) {
        Subnet subnet = discover(fabric);

        Subnet read = SubnetCache.read("cache", SubnetCache.toBytes(subnet));

        assertThat(read.failures()).isEmpty();
        assertThat(read.maxHops()).isEqualTo(subnet.maxHops());
        assertThat(SubnetCache.toBytes(read)).isEqualTo(SubnetCache.toBytes(subnet));
        assertThat(SubnetTopology.of(read, NodeNameMap.EMPTY)).isEqualTo(SubnetTopology.of(subnet, NodeNameMap.EMPTY));
    }

    @Test
    void jsonIsReadBackUnchanged(@TempDir Path folder) {
        try (Rdma rdma = test.open("fat-tree:2,4,4", OPTIONS)) {
            test.fabric().node("host7").silence();
            Subnet subnet = discover(rdma);
            Path file = folder.resolve("subnet.json");

            SubnetJson.write(subnet, file);
            Subnet read = SubnetJson.read(file);

            assertThat(json(read)).isEqualTo(json(subnet)).contains("cannot read the node at the other end of");
            assertThat(read.nodes())
                    .extracting(Node::path)
                    .containsExactlyElementsOf(
                            subnet.nodes().stream().map(Node::path).toList());
        }
    }

    @Test
    void aTruncatedCacheIsRefusedWithThePosition() {
        byte[] whole = SubnetCache.toBytes(discover("two-node"));
        for (int length = 0; length < whole.length; length++) {
            byte[] cut = Arrays.copyOf(whole, length);
            assertThatExceptionOfType(CacheFormatException.class)
                    .as("%d of %d bytes", length, whole.length)
                    .isThrownBy(() -> SubnetCache.read("old.cache", cut))
                    .withMessageStartingWith("old.cache: at byte ")
                    .withMessageContaining("expected ");
        }
    }

    @Test
    void truncatedJsonIsRefusedWithThePosition() {
        byte[] whole = SubnetJson.toBytes(discover("two-node"));
        for (int length = 0; length < whole.length; length++) {
            byte[] cut = Arrays.copyOf(whole, length);
            assertThatExceptionOfType(CacheFormatException.class)
                    .as("%d of %d bytes", length, whole.length)
                    .isThrownBy(() -> SubnetJson.read("old.json", cut))
                    .withMessageStartingWith("old.json: at byte ")
                    .withMessageContaining("expected ");
        }
    }

    @Test
    void anotherVersionOrAWrongCountIsRefused() {
        byte[] cache = SubnetCache.toBytes(discover("two-node"));

        assertThatExceptionOfType(CacheFormatException.class)
                .isThrownBy(() -> SubnetCache.read("x", with(cache, 4, 2)))
                .withMessage("x: at byte 4: expected version 1, not 2; write the cache again");
        assertThatExceptionOfType(CacheFormatException.class)
                .isThrownBy(() -> SubnetCache.read("x", with(cache, 0, 0)))
                .withMessage("x: at byte 0: expected 0x8fe7832b, with which a cache of ibnetdiscover begins,"
                        + " not 0x8fe78300");
        assertThatExceptionOfType(CacheFormatException.class)
                .isThrownBy(() -> SubnetCache.read("x", with(cache, 11, 0xff)))
                .withMessage("x: at byte 8: expected no more nodes than the " + cache.length
                        + " bytes of the file hold, not 4278190083 of 207 bytes or more");
        assertThatExceptionOfType(CacheFormatException.class)
                .isThrownBy(() -> SubnetJson.read(
                        "x", "{\"format\": \"verbena-subnet\", \"version\": 2}".getBytes(StandardCharsets.UTF_8)))
                .withMessageContaining("expected version 1, not 2");
    }

    @Test
    void theGuidBeforeTheNodeInfoIsThatOfTheNode() {
        byte[] cache = edited(SubnetCache.toBytes(discover("two-node")), 0x77);
        Guid expected = Guid.of(0x77);

        Subnet edited = SubnetCache.read("x", cache);

        assertThat(edited.origin().node().guid()).isEqualTo(expected);
        assertThat(edited.origin().node().info().nodeGuid()).isEqualTo(expected);
        assertThat(edited.failures()).isEmpty();
        int guid = 28 + 4 + 64;
        assertThatExceptionOfType(CacheFormatException.class)
                .isThrownBy(() -> SubnetCache.read("x", with(cache, guid + 9, 0x66)))
                .withMessageStartingWith("x: at byte " + guid + ": expected the GUID of the NodeInfo of node 1 of ")
                .withMessageContaining(" with 102");
    }

    /** Edits a cache like the C program: the GUID of the first node is replaced everywhere except in its NodeInfo. */
    private static byte[] edited(byte[] cache, long guid) {
        byte[] edited = cache.clone();
        ByteBuffer file = ByteBuffer.wrap(edited).order(ByteOrder.LITTLE_ENDIAN);
        long old = file.getLong(16);
        for (int at = 0; at + Long.BYTES <= edited.length; at++) {
            if (file.getLong(at) == old) {
                file.putLong(at, guid);
            }
        }
        return edited;
    }

    private static byte[] with(byte[] bytes, int at, int value) {
        byte[] changed = bytes.clone();
        changed[at] = (byte) value;
        return changed;
    }

    @Test
    void aFileIsReplacedAtomicallyAndAMissingFileIsNamed(@TempDir Path folder) throws IOException {
        Path file = Files.writeString(folder.resolve("cache"), "what was there");

        SubnetCache.write(discover("two-node"), file);

        assertThat(SubnetCache.read(file).nodes()).hasSize(3);
        assertThat(folder.toFile().list()).containsExactly("cache");
        Path missing = folder.resolve("missing");
        assertThatExceptionOfType(RdmaException.class)
                .isThrownBy(() -> SubnetCache.read(missing))
                .withMessage("cannot read the cache " + missing + ": there is no such file or folder");
    }

    // ---- chassis

    @Test
    void boardsAreRecognizedByDevicesAndLinks() {
        Subnet subnet = discover(CHASSIS);
        ChassisGrouping grouping = ChassisGrouping.of(subnet);

        assertThat(grouping.chassis()).hasSize(11);
        Chassis isr9096 = chassisOf(subnet, grouping, "spine-9096-1");
        assertThat(isr9096.guid()).isEqualTo(Guid.of(0x0008f1040010000fL));
        assertThat(isr9096.spines()).extracting(Node::description).containsExactly("spine-9096-1", "spine-9096-2");
        assertThat(isr9096.lines())
                .extracting(Node::description)
                .containsExactly("line-9096-1a", "line-9096-1b", "line-9096-2a");
        Node line = node(subnet, "line-9096-1b");
        assertThat(grouping.slot(line)).contains(new ChassisSlot("ISR9096", SlotType.LINE, 1, 2));
        assertThat(grouping.externalPort(line.port(24).orElseThrow())).contains(21);
        assertThat(grouping.externalPort(line.port(1).orElseThrow())).isEmpty();
        assertThat(grouping.chassis(node(subnet, "isr9024"))).isEmpty();
        assertThat(grouping.chassis(node(subnet, "host1 HCA-1"))).isEmpty();
    }

    @Test
    void otherNodesAreGroupedBySystem() {
        Subnet subnet = discover(CHASSIS);
        ChassisGrouping grouping = ChassisGrouping.of(subnet);

        Chassis is4 = chassisOf(subnet, grouping, "core management");
        assertThat(is4.spines()).hasSize(2);
        assertThat(is4.lines()).hasSize(2);
        assertThat(is4.others()).extracting(Node::description).containsExactly("core management");
        assertThat(chassisOf(subnet, grouping, "twin HCA-1").nodes()).hasSize(2);
        assertThat(chassisOf(subnet, grouping, "io card").nodes())
                .extracting(Node::description)
                .containsExactlyInAnyOrder("xsigo-leaf", "xsigo-leaf2", "io card", "server-7");
        assertThat(chassisOf(subnet, grouping, "topspin-1").nodes())
                .extracting(Node::description)
                .containsExactlyInAnyOrder("topspin-1", "topspin-2");
    }

    @Test
    void theTextWithChassisIsReadBackAsTheSameTopology() {
        Subnet subnet = discover(CHASSIS);
        Topology topology = SubnetTopology.of(subnet, NodeNameMap.EMPTY);
        TopologyOrigin origin = new TopologyOrigin(LocalDateTime.of(2026, 11, 1, 2, 1, 54), Guid.of(1), Guid.of(2));

        String text =
                TopologyWriter.write(topology, ChassisTopology.of(subnet, ChassisGrouping.of(subnet)), origin, true);
        String plain = TopologyWriter.write(topology, origin, true);

        assertThat(text)
                .contains("\t# ISR4700 Spine 1 Chip 2\n")
                .contains("\nHostname: server-7\n")
                .contains("\t\t# Chassis 1")
                .contains("[36][ext 6]\t")
                .contains(" slot 2\n")
                .contains("# \"server-7\" (scp)\n")
                .contains("\nNon-Chassis Nodes\n");
        assertThat(TopologyReader.read("text", text).nodes())
                .containsExactlyInAnyOrderElementsOf(
                        TopologyReader.read("plain", plain).nodes());
    }

    private static Node node(Subnet subnet, String name) {
        return subnet.node(name, NodeNameMap.EMPTY);
    }

    private static Chassis chassisOf(Subnet subnet, ChassisGrouping grouping, String name) {
        return grouping.chassis(node(subnet, name)).orElseThrow();
    }

    // ---- differences

    @Test
    void equalSubnetsHaveNoDifferences() {
        Subnet subnet = discover("fat-tree:2,4,4");

        assertThat(SubnetDiff.of(subnet, SubnetCache.read("cache", SubnetCache.toBytes(subnet)))
                        .isEmpty())
                .isTrue();
    }

    @Test
    void aRemovedNodeAndItsLinkAreReported() {
        try (Rdma rdma = test.open("fat-tree:2,4,4", OPTIONS)) {
            Subnet before = discover(rdma);
            test.fabric().node("host15").port(1).down();
            Subnet after = discover(rdma);

            SubnetDiff diff = SubnetDiff.of(before, after, DiffCheck.DEFAULTS);

            assertThat(diff.nodes()).hasSize(2);
            NodeDifference leaf = diff.nodes().get(0);
            assertThat(leaf.node().description()).isEqualTo("leaf3");
            assertThat(leaf.ports())
                    .extracting(PortDifference::number, PortDifference::changes)
                    .containsExactly(tuple(6, Set.of(PortDifference.Change.GONE)));
            assertThat(diff.nodes().get(1).after()).isEmpty();
            assertThat(DiffText.of(diff, NodeNameMap.EMPTY, false).lines().filter(line -> line.matches("[<>] .*")))
                    .hasSize(7)
                    .allMatch(line -> line.startsWith("< "));
            assertThat(DiffText.of(SubnetDiff.of(after, before, DiffCheck.DEFAULTS), NodeNameMap.EMPTY, false)
                            .lines()
                            .filter(line -> line.matches("[<>] .*")))
                    .hasSize(7)
                    .allMatch(line -> line.startsWith("> "));
        }
    }

    @Test
    void namesLidsAndRatesAreComparedOnRequest() {
        String text = """
            switchguid=0x10
            Switch 8 "s" # "leaf" base port 0 lid %d lmc 0
            [1] "a"[1] # "host a" lid 3 %s
            [2] "b"[1] # "host b" lid 4 4xEDR
            caguid=0x100
            Ca 1 "a" # "%s"
            caguid=0x200
            Ca 1 "b" # "host b"
            """;
        Subnet before = discover(TopologyReader.read("before", text.formatted(2, "4xEDR", "host a")));
        Subnet after = discover(TopologyReader.read("after", text.formatted(7, "1xSDR", "host x")));

        assertThat(SubnetDiff.of(before, after, DiffCheck.DEFAULTS).isEmpty()).isTrue();
        assertThat(SubnetDiff.of(before, after, DiffCheck.parse("sw,lid")).nodes())
                .singleElement()
                .satisfies(node -> assertThat(node.lidChanged()).isTrue());
        assertThat(SubnetDiff.of(before, after, DiffCheck.parse("ca,nodedesc")).nodes())
                .singleElement()
                .satisfies(node -> assertThat(node.descriptionChanged()).isTrue());
        SubnetDiff rates = SubnetDiff.of(before, after, DiffCheck.parse("SW,rate"));
        assertThat(DiffText.of(rates, NodeNameMap.EMPTY, false))
                .contains("< [1]\t\"H-0000000000000100\"[1](101) \t\t# \"host a\" lid 3 4xEDR\n")
                .contains("> [1]\t\"H-0000000000000100\"[1](101) \t\t# \"host x\" lid 3 1xSDR\n");
    }

    private Subnet discover(Topology topology) {
        try (Rdma rdma = test.open(EmbeddedFabric.open(topology), OPTIONS)) {
            return discover(rdma);
        }
    }
}
