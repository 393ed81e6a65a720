package io.verbena.diag.validate;

import io.verbena.iba.LinkRate;
import io.verbena.iba.McMemberRecord;
import io.verbena.iba.Mtu;
import io.verbena.iba.PortInfo;
import io.verbena.iba.PortState;
import io.verbena.subnet.Port;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Checks the multicast groups of IPoIB (RFC 4391): each port of the partition of a group supports the rate and MTU of
 * the group, and the default partition has a broadcast group.
 */
final class IpoibValidation {
    private static final long SIGNATURES = 0xffff_0000_0000L;
    private static final long IPV4 = 0x401b_0000_0000L;
    private static final long BROADCAST = 0xffff_ffffL;
    private static final int DEFAULT = 0x7fff;
    private static final int LISTED = 5;

    private IpoibValidation() {}

    static void check(FabricState fabric, ValidationOptions options, CheckResult result) {
        List<McMemberRecord> broadcasts =
                fabric.groups().stream().filter(IpoibValidation::isBroadcast).toList();
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
