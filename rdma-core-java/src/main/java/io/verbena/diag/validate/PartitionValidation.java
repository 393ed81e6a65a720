package io.verbena.diag.validate;

import io.verbena.subnet.Node;
import io.verbena.subnet.Port;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Checks the partitions of end ports, their enforcement by switches, and pairs that must share a partition. */
final class PartitionValidation {
    private static final int DEFAULT = 0x7fff;

    private PartitionValidation() {}

    static void check(FabricState fabric, ValidationOptions options, CheckResult result) {
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
}
