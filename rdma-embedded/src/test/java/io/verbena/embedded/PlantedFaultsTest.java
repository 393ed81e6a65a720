package io.verbena.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.diag.NodePaths;
import io.verbena.diag.counters.CounterSweep;
import io.verbena.diag.validate.FabricFinding;
import io.verbena.diag.validate.FabricState;
import io.verbena.diag.validate.FabricState.Counters;
import io.verbena.diag.validate.FabricState.Manager;
import io.verbena.diag.validate.FabricValidation;
import io.verbena.diag.validate.FindingKind;
import io.verbena.diag.validate.NodePair;
import io.verbena.diag.validate.PartitionTables;
import io.verbena.diag.validate.ValidationOptions;
import io.verbena.diag.validate.ValidationReport;
import io.verbena.iba.Guid;
import io.verbena.iba.LaneSpeed;
import io.verbena.iba.Lid;
import io.verbena.iba.LinkWidth;
import io.verbena.iba.McMemberRecord;
import io.verbena.iba.Mtu;
import io.verbena.iba.MulticastForwardingTable;
import io.verbena.iba.NodeInfo;
import io.verbena.iba.PKeyTable;
import io.verbena.iba.PortInfo;
import io.verbena.iba.PortState;
import io.verbena.iba.SlToVlMappingTable;
import io.verbena.iba.SmInfo;
import io.verbena.iba.SmState;
import io.verbena.iba.Structure;
import io.verbena.iba.SwitchInfo;
import io.verbena.iba.VirtualLanes;
import io.verbena.iba.VlArbitrationEntry;
import io.verbena.iba.VlArbitrationTable;
import io.verbena.spi.RdmaDriver;
import io.verbena.subnet.NodeNameMap;
import io.verbena.subnet.Port;
import io.verbena.subnet.Subnet;
import io.verbena.subnet.cache.SubnetJson;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Collections;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Plants one fault of each kind, runs all checks, and expects this finding and no other. Ports 1 and 2 of a leaf lead to
 * the spines, and host4 is at port 3 of leaf1. Healthy fabrics of this test have no finding but {@code no-standby}.
 */
class PlantedFaultsTest {
    private static final String FAT_TREE = "fat-tree:2,4,4";
    private static final int GROUP = 5;
    private static final int NOWHERE = 255;

    /** Counters and groups are read with the help of the subnet administration, which is gone with the master. */
    private static final Set<String> WITHOUT_ADMINISTRATION = Set.of("ipoib", "counters");

    private ValidationOptions options = ValidationOptions.DEFAULTS;

    @ParameterizedTest
    @EnumSource(FindingKind.class)
    void theFaultIsTheOnlyFinding(FindingKind kind) {
        try (ValidatedFabric fabric = new ValidatedFabric(fabric(kind))) {
            plant(kind, fabric);

            assertThat(report(kind, fabric).findings().stream()
                            .map(FabricFinding::id)
                            .filter(id -> kind == FindingKind.NO_STANDBY || !id.equals(FindingKind.NO_STANDBY.id())))
                    .containsExactlyElementsOf(Collections.nCopies(count(kind), kind.id()));
        }
    }

    /** Returns how often a fault is found: loops exist in each direction, and cables are swapped in pairs. */
    private static int count(FindingKind kind) {
        return EnumSet.of(FindingKind.CREDIT_LOOP, FindingKind.MULTICAST_CREDIT_LOOP, FindingKind.UNEVEN_UPLINKS)
                        .contains(kind)
                ? 2
                : 1;
    }

    private static EmbeddedFabric fabric(FindingKind kind) {
        return switch (kind) {
            case DUPLICATE_NODE_GUID -> EmbeddedFabric.open(FaultyNets.starWithNodeGuid(0x4000));
            case DUPLICATE_PORT_GUID -> EmbeddedFabric.open(FaultyNets.starWithPortGuid(0x4001));
            case FEWER_UPLINKS -> EmbeddedFabric.open(FaultyNets.treeWithoutAnUplink());
            case UNEVEN_UPLINKS -> EmbeddedFabric.open("fat-tree:4,4,4+swapped=1+seed=1");
            case UNEQUAL_PARALLEL_LINKS -> EmbeddedFabric.open(FaultyNets.parallelLinks());
            case RAIL_MISMATCH -> EmbeddedFabric.open(FaultyNets.rails(2));
            case MISSING_GLOBAL_LINK -> EmbeddedFabric.open(FaultyNets.groupsWithoutALink());
            case CREDIT_LOOP -> SwitchNets.builder("ring:5").open();
            case NO_MASTER -> EmbeddedFabric.builder(FAT_TREE).unmanaged().open();
            default -> EmbeddedFabric.open(FAT_TREE);
        };
    }

    private ValidationReport report(FindingKind kind, ValidatedFabric fabric) {
        return switch (kind) {
            // What an embedded fabric cannot express is planted in what was read from it.
            case ZERO_GUID ->
                validate(edited(
                        fabric,
                        "\"guid\":\""
                                + fabric.node("host4")
                                        .ports()
                                        .iterator()
                                        .next()
                                        .guid()
                                        .toHex(),
                        "\"guid\":\"" + Guid.ZERO.toHex()));
            case ZERO_LID -> {
                PortInfo info =
                        fabric.node("host4").port(1).orElseThrow().info().orElseThrow();
                yield validate(edited(fabric, info, PortInfo.LAYOUT.copy(info).lid(Lid.NONE)));
            }
            case REVISION_MIX -> {
                NodeInfo info = fabric.node("host4").info();
                yield validate(edited(fabric, info, NodeInfo.LAYOUT.copy(info).revision(3)));
            }
            case FIRMWARE_MIX -> validate(state(fabric).firmware(firmware(fabric)));
            case SEVERAL_MASTERS ->
                validate(state(fabric)
                        .managers(List.of(
                                manager(fabric, "host0", SmState.MASTER, 0),
                                manager(fabric, "host4", SmState.MASTER, 0))));
            case MASTER_NOT_BEST ->
                validate(state(fabric)
                        .managers(List.of(
                                manager(fabric, "host0", SmState.MASTER, 0),
                                manager(fabric, "host4", SmState.STANDBY, 9))));
            case NO_IPOIB_GROUP -> validate(state(fabric).groups(List.of()).partitions(new PartitionTables()));
            case IPOIB_MTU_TOO_HIGH -> {
                Port port = fabric.node("host4").port(1).orElseThrow();
                PartitionTables partitions = new PartitionTables();
                PortInfo info = port.info().orElseThrow();
                FabricState.Builder state =
                        edited(fabric, info, PortInfo.LAYOUT.copy(info).mtuCap(Mtu.MTU_1024));
                Subnet subnet = state.build().subnet();
                partitions.block(
                        subnet.node("host4", NodeNameMap.EMPTY).port(1).orElseThrow(), new PKeyTable().pKey(0, 0xffff));
                yield validate(state.partitions(partitions)
                        .groups(fabric.rdma().sa(fabric.mad()).table(McMemberRecord.class)));
            }
            case COUNTER_INCREASES -> counted(fabric, "portRcvErrors", 2);
            case BIT_ERROR_RATE -> counted(fabric, "portFecUncorrectableBlockCtr", 3);
            case RAW_BIT_ERROR_RATE -> counted(fabric, "portFecCorrectedSymbolCtr", 2_000_000);
            case CONGESTION -> counted(fabric, "portXmitWait", 2_500_000_000L);
            default -> fabric.report(options);
        };
    }

    private ValidationReport validate(FabricState.Builder state) {
        return new FabricValidation(options).run(state.build());
    }

    private static FabricState.Builder state(ValidatedFabric fabric) {
        return FabricState.builder(fabric.subnet(), NodeNameMap.EMPTY);
    }

    private static Map<Guid, String> firmware(ValidatedFabric fabric) {
        Map<Guid, String> versions = new HashMap<>();
        fabric.subnet().nodes().forEach(node -> versions.put(node.guid(), "1.2.3"));
        versions.put(fabric.node("host4").guid(), "1.2.1");
        return versions;
    }

    /** Returns the fabric with another attribute of one node. */
    private static FabricState.Builder edited(ValidatedFabric fabric, Structure before, Structure after) {
        HexFormat hex = HexFormat.of();
        return edited(fabric, hex.formatHex(before.toBytes()), hex.formatHex(after.toBytes()));
    }

    /** Returns the fabric after a change of its file. */
    private static FabricState.Builder edited(ValidatedFabric fabric, String before, String after) {
        String json = new String(SubnetJson.toBytes(fabric.subnet()), StandardCharsets.UTF_8);
        assertThat(json).contains(before);
        byte[] changed = json.replace(before, after).getBytes(StandardCharsets.UTF_8);
        return FabricState.builder(SubnetJson.read("edited", changed), NodeNameMap.EMPTY);
    }

    private void plant(FindingKind kind, ValidatedFabric fabric) {
        switch (kind) {
            // The topology is the fault, or the default one, or the fault is planted in what was read.
            case DUPLICATE_NODE_GUID,
                    DUPLICATE_PORT_GUID,
                    ZERO_GUID,
                    ZERO_LID,
                    FEWER_UPLINKS,
                    UNEVEN_UPLINKS,
                    SEVERAL_MASTERS,
                    MASTER_NOT_BEST,
                    RAIL_MISMATCH,
                    MISSING_GLOBAL_LINK,
                    CREDIT_LOOP,
                    NO_STANDBY,
                    REVISION_MIX,
                    FIRMWARE_MIX,
                    NO_IPOIB_GROUP,
                    IPOIB_MTU_TOO_HIGH,
                    COUNTER_INCREASES,
                    BIT_ERROR_RATE,
                    RAW_BIT_ERROR_RATE,
                    CONGESTION -> {}
            case UNREADABLE -> fabric.fabric().node("host4").silence();
            case DUPLICATE_LID, DUPLICATE_DESCRIPTION -> plantIdentifier(kind, fabric);
            case LINK_NOT_ACTIVE,
                    LINK_SLOW,
                    LINK_NARROW,
                    SPEED_BELOW_EXPECTED,
                    WIDTH_BELOW_EXPECTED,
                    UNEQUAL_PARALLEL_LINKS,
                    MTU_MISMATCH,
                    VL_MISMATCH -> plantLink(kind, fabric);
            case NO_MASTER, WRONG_SM_LID, LARGE_LINEAR_TOP -> plantManager(kind, fabric);
            case NO_DEFAULT_PARTITION,
                    BOTH_MEMBERSHIPS,
                    PARTITION_NOT_ENFORCED,
                    PAIR_WITHOUT_PARTITION,
                    IPOIB_RATE_TOO_HIGH,
                    M_KEY_DIFFERS,
                    M_KEY_VIOLATIONS -> plantPartition(kind, fabric);
            case SL_TO_MISSING_VL, SL_DROPPED, VL_WITHOUT_WEIGHT, SL2VL_DIFFERS -> plantLanes(kind, fabric);
            case UNREACHABLE_LID, ROUTING_LOOP, NOT_MINIMAL, UNUSED_LINK, UNBALANCED_ROUTES ->
                plantRoutes(kind, fabric);
            case MULTICAST_CREDIT_LOOP, MULTICAST_LOOP, MULTICAST_SPLIT, MULTICAST_ONE_WAY -> plantTrees(kind, fabric);
            case COUNTER_EXCEEDED -> fabric.fabric().node("leaf1").port(3).counter("symbolErrorCounter", 11);
            case DESCRIPTION_CHANGED, NODE_MISSING, NODE_ADDED, LINK_MISSING, LINK_ADDED ->
                plantDifference(kind, fabric);
        }
    }

    private static void plantIdentifier(FindingKind kind, ValidatedFabric fabric) {
        if (kind == FindingKind.DUPLICATE_DESCRIPTION) {
            describe(fabric, "host5");
            return;
        }
        Lid lid = Lid.of(fabric.lid("host5"));
        fabric.change("host4", 1, info -> info.lid(lid));
    }

    /** Changes the description of host4, as the host itself does. */
    private static void describe(ValidatedFabric fabric, String text) {
        try (RdmaDriver host = fabric.fabric().driver("host4")) {
            host.describe(host.deviceNames().get(0), text);
        }
    }

    private void plantLink(FindingKind kind, ValidatedFabric fabric) {
        switch (kind) {
            case LINK_NOT_ACTIVE -> fabric.change("leaf1", 3, info -> info.portState(PortState.DOWN));
            case MTU_MISMATCH -> fabric.change("leaf1", 3, info -> info.neighborMtu(Mtu.MTU_256));
            case VL_MISMATCH -> fabric.change("leaf1", 3, info -> info.operationalVls(VirtualLanes.VL0_TO_3));
            case LINK_SLOW -> train(fabric, "leaf1", info -> info.linkSpeedExtEnabledBits(1), true);
            case LINK_NARROW -> train(fabric, "leaf1", info -> info.linkWidthEnabled(Set.of(LinkWidth.ONE)), true);
            case SPEED_BELOW_EXPECTED -> {
                options = options.expecting(LaneSpeed.EDR, null);
                train(fabric, "leaf1", info -> info.linkSpeedExtEnabledBits(1), false);
            }
            case WIDTH_BELOW_EXPECTED -> {
                options = options.expecting(null, LinkWidth.FOUR);
                train(fabric, "leaf1", info -> info.linkWidthEnabled(Set.of(LinkWidth.ONE)), false);
            }
            default -> train(fabric, "switch0", info -> info.linkWidthEnabled(Set.of(LinkWidth.ONE)), false);
        }
    }

    /** Trains the link of port 3 again with another setting, which may be undone afterwards. */
    private static void train(ValidatedFabric fabric, String node, UnaryOperator<PortInfo> setting, boolean undone) {
        PortInfo before = fabric.node(node).port(3).orElseThrow().info().orElseThrow();
        fabric.change(node, 3, setting);
        fabric.fabric().node(node).port(3).down();
        fabric.fabric().node(node).port(3).up();
        if (undone) {
            fabric.change(
                    node,
                    3,
                    info -> info.linkSpeedExtEnabledBits(before.linkSpeedExtEnabledBits())
                            .linkWidthEnabled(before.linkWidthEnabled()));
        }
    }

    private void plantManager(FindingKind kind, ValidatedFabric fabric) {
        switch (kind) {
            case WRONG_SM_LID -> fabric.change("host4", 1, info -> info.masterSmLid(Lid.of(77)));
            case LARGE_LINEAR_TOP -> {
                SwitchInfo info =
                        SwitchInfo.LAYOUT.copy(fabric.mad().subnGet(SwitchInfo.class, fabric.path("leaf1"), 0));
                fabric.mad().subnSet(info.linearFdbTop(40_000), fabric.path("leaf1"), 0);
            }
            default -> {
                fabric.fabric().manage("host0").close();
                options = options.without(WITHOUT_ADMINISTRATION);
            }
        }
    }

    private static Manager manager(ValidatedFabric fabric, String host, SmState state, int priority) {
        Port port = fabric.node(host).ports().iterator().next();
        return new Manager(port, new SmInfo().guid(port.guid()).state(state).priority(priority));
    }

    private void plantPartition(FindingKind kind, ValidatedFabric fabric) {
        switch (kind) {
            case NO_DEFAULT_PARTITION -> {
                // Counters are read in the default partition.
                options = options.without(Set.of("counters"));
                keys(fabric, "host4", 0x8001);
            }
            case BOTH_MEMBERSHIPS -> keys(fabric, "host4", 0xffff, 0x7fff);
            case PARTITION_NOT_ENFORCED -> {
                fabric.mad().subnSet(new PKeyTable().pKey(0, 0xffff), fabric.path("leaf1"), 3L << 16);
                fabric.change("leaf1", 3, info -> info.partitionEnforcementInbound(1));
                keys(fabric, "host4", 0xffff, 0x8007);
            }
            case PAIR_WITHOUT_PARTITION -> {
                options = options.pairs(List.of(new NodePair("host4", "host5")));
                keys(fabric, "host4", 0x7fff);
                keys(fabric, "host5", 0x7fff);
            }
            case IPOIB_RATE_TOO_HIGH ->
                train(
                        fabric,
                        "leaf1",
                        info -> info.linkWidthEnabled(Set.of(LinkWidth.ONE))
                                .linkSpeedEnabledBits(1)
                                .linkSpeedExtEnabledBits(30),
                        false);
            case M_KEY_DIFFERS -> fabric.change("host4", 1, info -> info.mKey(5).mKeyProtectBits(1));
            default -> fabric.change("host4", 1, info -> info.mKeyViolations(3));
        }
    }

    private static void keys(ValidatedFabric fabric, String host, int... keys) {
        PKeyTable table = new PKeyTable();
        for (int i = 0; i < keys.length; i++) {
            table.pKey(i, keys[i]);
        }
        fabric.mad().subnSet(table, fabric.path(host), 0);
    }

    private static void plantLanes(FindingKind kind, ValidatedFabric fabric) {
        switch (kind) {
            case SL_TO_MISSING_VL -> map(fabric, 9);
            case SL_DROPPED -> map(fabric, 15);
            case SL2VL_DIFFERS -> map(fabric, 2);
            default -> {
                VlArbitrationTable table = new VlArbitrationTable();
                for (int lane = 1; lane < 8; lane++) {
                    table.entry(lane, new VlArbitrationEntry().vl(lane).weight(4));
                }
                fabric.mad().subnSet(table, fabric.path("leaf0"), 1L << 16 | 1);
                fabric.mad().subnSet(table, fabric.path("leaf0"), 3L << 16 | 1);
            }
        }
    }

    /** Maps service level 0 from port 3 of leaf0 to port 1 to a lane. */
    private static void map(ValidatedFabric fabric, int lane) {
        long modifier = 3 << 8 | 1;
        SlToVlMappingTable table = SlToVlMappingTable.LAYOUT.copy(
                fabric.mad().subnGet(SlToVlMappingTable.class, fabric.path("leaf0"), modifier));
        fabric.mad().subnSet(table.vl(0, lane), fabric.path("leaf0"), modifier);
    }

    private void plantRoutes(FindingKind kind, ValidatedFabric fabric) {
        int lid = fabric.lid("host4");
        // The paths to counters follow the routes.
        options = options.without(Set.of("counters"));
        switch (kind) {
            case UNREACHABLE_LID -> fabric.route("leaf0", lid, NOWHERE);
            case ROUTING_LOOP -> fabric.route("leaf1", lid, 1);
            case NOT_MINIMAL -> {
                fabric.route("leaf0", lid, 1);
                fabric.route("spine0", lid, 3);
                fabric.route("leaf2", lid, 2);
                fabric.route("spine1", lid, 2);
            }
            case UNUSED_LINK -> {
                for (int host = 0; host < 16; host++) {
                    for (int leaf = 0; leaf < 4; leaf++) {
                        // All but the second link of leaf0 carry routes in both directions.
                        if (host / 4 != leaf) {
                            boolean first = leaf == 0 || host < 4 || host % 2 == 0;
                            fabric.route("leaf" + leaf, fabric.lid("host" + host), first ? 1 : 2);
                        }
                    }
                }
            }
            default -> {
                for (int host = 5; host < 16; host++) {
                    fabric.route("leaf0", fabric.lid("host" + host), 1);
                }
                fabric.route("leaf0", lid, 2);
            }
        }
    }

    private static void plantTrees(FindingKind kind, ValidatedFabric fabric) {
        switch (kind) {
            case MULTICAST_SPLIT -> {
                forward(fabric, GROUP, "leaf0", 3, 4);
                forward(fabric, GROUP, "leaf1", 3, 4);
            }
            case MULTICAST_ONE_WAY -> {
                forward(fabric, GROUP, "leaf0", 1, 3);
                forward(fabric, GROUP, "spine0", 1, 2);
                forward(fabric, GROUP, "leaf1", 3);
            }
            case MULTICAST_LOOP -> {
                forward(fabric, GROUP, "leaf0", 1, 2, 3);
                forward(fabric, GROUP, "leaf1", 1, 2, 3);
                forward(fabric, GROUP, "spine0", 1, 2);
                forward(fabric, GROUP, "spine1", 1, 2);
            }
            default -> {
                forward(fabric, GROUP, "leaf2", 1, 3);
                forward(fabric, GROUP, "spine0", 1, 3);
                forward(fabric, GROUP, "leaf0", 1, 2);
                forward(fabric, GROUP, "spine1", 1, 2);
                forward(fabric, GROUP, "leaf1", 2, 3);
                forward(fabric, GROUP + 1, "leaf2", 2, 3);
                forward(fabric, GROUP + 1, "spine1", 2, 3);
                forward(fabric, GROUP + 1, "leaf1", 1, 2);
                forward(fabric, GROUP + 1, "spine0", 1, 2);
                forward(fabric, GROUP + 1, "leaf0", 1, 3);
            }
        }
    }

    private static void forward(ValidatedFabric fabric, int group, String name, int... ports) {
        MulticastForwardingTable block = MulticastForwardingTable.LAYOUT.copy(
                fabric.mad().subnGet(MulticastForwardingTable.class, fabric.path(name), 0));
        int mask = 0;
        for (int port : ports) {
            mask |= 1 << port;
        }
        fabric.mad().subnSet(block.portMask(group, mask), fabric.path(name), 0);
    }

    /** Returns the report on a counter of leaf1 port 3 that has grown between two readings, a second apart. */
    private ValidationReport counted(ValidatedFabric fabric, String counter, long more) {
        CounterSweep sweep = new CounterSweep(fabric.mad(), Set.of(CounterSweep.Extra.CORRECTION));
        NodePaths paths = NodePaths.of(fabric.rdma().sa(fabric.mad()));
        CounterSweep.Outcome first =
                sweep.runAsync(fabric.subnet().nodes(), paths).join();
        fabric.fabric().node("leaf1").port(3).count(counter, more);
        CounterSweep.Outcome second =
                sweep.runAsync(fabric.subnet().nodes(), paths).join();
        return validate(state(fabric).counters(new Counters(first, second, Duration.ofSeconds(1))));
    }

    private void plantDifference(FindingKind kind, ValidatedFabric fabric) {
        boolean added = kind == FindingKind.NODE_ADDED || kind == FindingKind.LINK_ADDED;
        boolean node = kind == FindingKind.NODE_ADDED || kind == FindingKind.NODE_MISSING;
        if (kind == FindingKind.DESCRIPTION_CHANGED) {
            options = options.reference(fabric.subnet());
            describe(fabric, "renamed");
        } else if (!added) {
            options = options.reference(fabric.subnet());
            cut(fabric, node);
        } else {
            cut(fabric, node);
            options = options.reference(fabric.read(Set.of()).subnet());
            fabric.fabric().heal();
        }
    }

    /** Cuts the link of host15, or one between switches, whose routes and levels are faults of their own. */
    private void cut(ValidatedFabric fabric, boolean host) {
        if (host) {
            fabric.fabric().node("host15").port(1).down();
        } else {
            options = options.without(Set.of("shape", "routing", "counters", "responses", "ipoib"));
            fabric.fabric().node("leaf1").port(2).down();
        }
    }
}
