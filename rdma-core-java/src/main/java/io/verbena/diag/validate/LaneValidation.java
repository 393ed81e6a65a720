package io.verbena.diag.validate;

import io.verbena.diag.validate.LaneTables.Mappings;
import io.verbena.iba.PortInfo;
import io.verbena.subnet.Node;
import io.verbena.subnet.Port;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Checks that service levels lead to virtual lanes that exist and have a weight, and that switches agree. */
final class LaneValidation {
    private static final int MANAGEMENT = 15;

    private LaneValidation() {}

    static void check(FabricState fabric, ValidationOptions options, CheckResult result) {
        // Switches are compared with others that have the same number of lanes.
        Map<Integer, Map<Long, List<Node>>> used = new HashMap<>();
        for (Node node : fabric.subnet().nodes()) {
            Mappings mappings = fabric.lanes().of(node);
            if (mappings == null) {
                continue;
            }
            Map<Integer, Map<Long, Integer>> rows = new HashMap<>();
            int before = result.findings().size();
            for (Port out : node.ports()) {
                if (out.peer().isPresent() && out.number() != 0) {
                    check(out, mappings, fabric.lanes(), options, result, rows);
                }
            }
            // A switch with a wrong table has a finding of its own.
            if (node.isSwitch() && result.findings().size() == before) {
                rows.forEach((lanes, found) -> found.entrySet().stream()
                        .max(Map.Entry.comparingByValue())
                        .ifPresent(most -> used.computeIfAbsent(lanes, absent -> new LinkedHashMap<>())
                                .computeIfAbsent(
                                        found.size() == 1 ? most.getKey() : found.hashCode() | 1L << 63,
                                        absent -> new ArrayList<>())
                                .add(node)));
            }
        }
        used.values().forEach(byRow -> compare(byRow, result));
    }

    private static void check(
            Port out,
            Mappings mappings,
            LaneTables tables,
            ValidationOptions options,
            CheckResult result,
            Map<Integer, Map<Long, Integer>> rows) {
        int lanes = out.info().map(LaneValidation::lanes).orElse(0);
        if (lanes == 0) {
            return;
        }
        int reached = 0;
        int missing = 0;
        boolean dropped = false;
        int number = out.number();
        for (int in = 0; in < mappings.ports(); in++) {
            if (!mappings.has(in, number)) {
                continue;
            }
            rows.computeIfAbsent(lanes, absent -> new HashMap<>()).merge(mappings.row(in, number), 1, Integer::sum);
            for (int level : options.serviceLevels()) {
                int lane = mappings.lane(in, number, level);
                dropped |= lane == MANAGEMENT;
                missing |= lane >= lanes && lane != MANAGEMENT ? 1 << lane : 0;
                reached |= lane < lanes ? 1 << lane : 0;
            }
        }
        if (missing != 0) {
            String what = " has " + lanes + " data lanes, and its table leads to " + list(missing);
            result.findOf(FindingKind.SL_TO_MISSING_VL, out, what);
        }
        if (dropped) {
            String what = " maps a service level that is in use to VL15 and drops its packets";
            result.findOf(FindingKind.SL_DROPPED, out, what);
        }
        OptionalInt weighted = tables.weighted(out);
        int unweighted = weighted.isPresent() ? reached & ~weighted.getAsInt() : 0;
        if (unweighted != 0) {
            String what = " has no weight for " + list(unweighted) + ", which its service levels use";
            result.findOf(FindingKind.VL_WITHOUT_WEIGHT, out, what);
        }
    }

    private static int lanes(PortInfo info) {
        return switch (info.operationalVls()) {
            case VL0 -> 1;
            case VL0_TO_1 -> 2;
            case VL0_TO_3 -> 4;
            case VL0_TO_7 -> 8;
            case VL0_TO_14 -> MANAGEMENT;
            default -> 0;
        };
    }

    private static String list(int lanes) {
        return IntStream.range(0, MANAGEMENT)
                .filter(lane -> (lanes >> lane & 1) != 0)
                .mapToObj(lane -> "VL" + lane)
                .collect(Collectors.joining(", "));
    }

    private static void compare(Map<Long, List<Node>> byRow, CheckResult result) {
        List<Node> most =
                byRow.values().stream().max(Comparator.comparingInt(List::size)).orElse(List.of());
        for (List<Node> nodes : byRow.values()) {
            // Without a majority it is unknown which switch is wrong.
            if (nodes != most && most.size() > nodes.size()) {
                String what = " maps service levels to virtual lanes unlike " + most.size() + " other switches";
                nodes.forEach(node -> result.findOf(FindingKind.SL2VL_DIFFERS, node, what));
            }
        }
    }
}
