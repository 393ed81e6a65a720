package io.verbena.diag.validate;

import io.verbena.iba.LinkRate;
import io.verbena.iba.McMemberRecord;
import io.verbena.iba.Mtu;
import io.verbena.iba.PortInfo;
import io.verbena.iba.PortState;
import io.verbena.subnet.Node;
import io.verbena.subnet.Port;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** Checks partitions and the groups of IPoIB. */
final class PartitionValidation {
    private static final int DEFAULT = 0x7fff;

    private static final long SIGNATURES = 0xffff_0000_0000L;
    private static final long IPV4 = 0x401b_0000_0000L;
    private static final long BROADCAST = 0xffff_ffffL;
    private static final int LISTED = 5;

    private PartitionValidation() {}

    /** Checks the partitions of end ports, their enforcement by switches, and pairs that must share a partition. */
    static void partitions(FabricState fabric, ValidationOptions options, CheckResult result) {
        PartitionTables tables = fabric.partitions();
        Map<Integer, int[]> members = new TreeMap<>();
        fabric.ports()
                .filter(port -> port.isEndPort() && tables.ports().contains(port))
                .forEach(port -> {
                    check(port, tables.of(port), result);
                    checkEnforcement(port, tables, result);
                    tables.of(port)
                            .forEach(key -> members.computeIfAbsent(PartitionTables.base(key), absent -> new int[2])[
                                    (key & PartitionTables.FULL) == 0 ? 1 : 0]++);
                });
        result.table(
                "partitions",
                List.of("partition", "full", "limited"),
                members.entrySet(),
                entry -> List.of("0x%04x".formatted(entry.getKey()), entry.getValue()[0], entry.getValue()[1]));
        options.pairs().forEach(pair -> check(pair, fabric, result));
    }

    private static void check(Port port, Set<Integer> keys, CheckResult result) {
        if (keys.stream().noneMatch(key -> PartitionTables.base(key) == DEFAULT)) {
            result.findOf(FindingKind.NO_DEFAULT_PARTITION, port, " is not a member of the default partition");
        }
        Set<Integer> bases = new HashSet<>();
        Set<Integer> twice = keys.stream()
                .map(PartitionTables::base)
                .filter(base -> !bases.add(base))
                .collect(Collectors.toCollection(TreeSet::new));
        if (!twice.isEmpty()) {
            result.findOf(FindingKind.BOTH_MEMBERSHIPS, port, " is a full and a limited member of " + list(twice));
        }
    }

    private static void checkEnforcement(Port port, PartitionTables tables, CheckResult result) {
        Port enforcer = port.peer().filter(tables.ports()::contains).orElse(null);
        if (enforcer == null || !enforcer.node().isSwitch()) {
            return;
        }
        Set<Integer> missing = new TreeSet<>(tables.of(port));
        missing.removeAll(tables.of(enforcer));
        if (!missing.isEmpty()) {
            String evidence = result.nameOf(enforcer) + " enforces partitions and lacks " + list(missing) + " of "
                    + result.nameOf(port);
            result.find(FindingKind.PARTITION_NOT_ENFORCED, evidence, enforcer, port);
        }
    }

    private static String list(Set<Integer> keys) {
        return keys.stream().map("0x%04x"::formatted).collect(Collectors.joining(", "));
    }

    private static void check(NodePair pair, FabricState fabric, CheckResult result) {
        Node one = fabric.subnet().node(pair.one(), fabric.names());
        Node other = fabric.subnet().node(pair.other(), fabric.names());
        Set<Integer> shared = new HashSet<>();
        for (int key : keys(one, fabric)) {
            for (int another : keys(other, fabric)) {
                boolean oneIsFull = ((key | another) & PartitionTables.FULL) != 0;
                if (oneIsFull && PartitionTables.base(key) == PartitionTables.base(another)) {
                    shared.add(PartitionTables.base(key));
                }
            }
        }
        if (shared.isEmpty()) {
            result.findNodes(
                    FindingKind.PAIR_WITHOUT_PARTITION,
                    result.nameOf(one) + " and " + result.nameOf(other)
                            + " share no partition of which one is a full member",
                    List.of(one, other));
        }
    }

    private static List<Integer> keys(Node node, FabricState fabric) {
        return node.ports().stream()
                .filter(Port::isEndPort)
                .flatMap(port -> fabric.partitions().of(port).stream())
                .toList();
    }

    /**
     * Checks the multicast groups of IPoIB (RFC 4391): each port of the partition of a group supports the rate and MTU of
     * the group, and the default partition has a broadcast group.
     */
    static void ipoib(FabricState fabric, ValidationOptions options, CheckResult result) {
        List<McMemberRecord> broadcasts = fabric.groups().stream()
                .filter(PartitionValidation::isBroadcast)
                .toList();
        List<List<Object>> rows = new ArrayList<>();
        for (McMemberRecord group : broadcasts) {
            check(group, fabric, result);
            rows.add(List.of(
                    group.mgid().toString(),
                    "0x%04x".formatted(group.mlid().bits()),
                    "0x%04x".formatted(group.pKey()),
                    group.rate().text(),
                    group.mtu().text()));
        }
        if (broadcasts.stream().noneMatch(group -> PartitionTables.base(group.pKey()) == DEFAULT)) {
            result.findNodes(
                    FindingKind.NO_IPOIB_GROUP, "the default partition has no broadcast group for IPoIB", List.of());
        }
        result.table("ipoib", List.of("mgid", "mlid", "partition", "rate", "mtu"), rows);
    }

    private static boolean isBroadcast(McMemberRecord group) {
        return (group.mgid().prefix() & SIGNATURES) == IPV4 && group.mgid().interfaceId() == BROADCAST;
    }

    private static void check(McMemberRecord group, FabricState fabric, CheckResult result) {
        int partition = PartitionTables.base(group.pKey());
        List<Port> members = fabric.ports()
                .filter(port -> !port.node().isSwitch() && port.state() == PortState.ACTIVE)
                .filter(port ->
                        fabric.partitions().of(port).stream().anyMatch(key -> PartitionTables.base(key) == partition))
                .toList();
        double rate = LinkRate.gigabits(group.rate());
        find(
                FindingKind.IPOIB_RATE_TOO_HIGH,
                group,
                "the rate " + group.rate().text(),
                members,
                port -> LinkRate.lanes(port.width()) * port.speed().nominal() < rate,
                result);
        find(
                FindingKind.IPOIB_MTU_TOO_HIGH,
                group,
                "the MTU " + group.mtu().text(),
                members,
                port -> port.info()
                        .map(PortInfo::mtuCap)
                        .filter(most ->
                                most != Mtu.UNKNOWN && most.code() < group.mtu().code())
                        .isPresent(),
                result);
    }

    private static void find(
            FindingKind kind,
            McMemberRecord group,
            String property,
            List<Port> members,
            Predicate<Port> tooLow,
            CheckResult result) {
        List<Port> excluded = members.stream().filter(tooLow).toList();
        if (!excluded.isEmpty()) {
            String names = excluded.size() > LISTED
                    ? excluded.size() + " ports"
                    : excluded.stream().map(result::nameOf).collect(Collectors.joining(", "));
            String evidence = "the broadcast group of partition 0x%04x has %s, which %s %s not support"
                    .formatted(group.pKey(), property, names, excluded.size() == 1 ? "does" : "do");
            result.find(kind, evidence, excluded);
        }
    }
}
