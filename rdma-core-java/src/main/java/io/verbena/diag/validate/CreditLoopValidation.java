package io.verbena.diag.validate;

import io.verbena.diag.validate.FabricState.SweepPart;
import io.verbena.iba.Lid;
import io.verbena.iba.McMemberRecord;
import io.verbena.subnet.Port;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Checks that no packets can wait for one another in a circle: the dependencies between channels, which are directed
 * links and virtual lanes, have no cycle. Unicast packets of hosts are considered first, then multicast as well.
 */
final class CreditLoopValidation {
    private CreditLoopValidation() {}

    static void check(FabricState fabric, ValidationOptions options, CheckResult result) {
        RoutingGraph graph = fabric.graph();
        ChannelDependencies dependencies = new ChannelDependencies(graph, fabric.lanesIfRead());
        PathLevels levels = fabric.pathLevels();
        if (levels == null) {
            options.serviceLevels().forEach(dependencies::addUnicast);
        } else {
            dependencies.addUnicast(levels);
        }
        List<List<Port>> cycles = dependencies.cycles();
        FindingKind kind = FindingKind.CREDIT_LOOP;
        if (cycles.isEmpty() && fabric.parts().contains(SweepPart.MULTICAST)) {
            kind = FindingKind.MULTICAST_CREDIT_LOOP;
            addMulticast(fabric, graph, dependencies);
            cycles = dependencies.cycles();
        }
        // Without lanes, all packets share one: what is acyclic then is acyclic with lanes as well, but not the
        // reverse.
        String assumption =
                fabric.lanesIfRead() == null ? ", if they share a virtual lane; the SL2VL tables were not read" : "";
        for (List<Port> cycle : cycles) {
            result.find(
                    kind,
                    "packets can wait for one another over " + cycle.size() + " links: "
                            + cycle.stream().map(result::nameOf).collect(Collectors.joining(" -> ")) + " -> "
                            + result.nameOf(cycle.get(0)) + assumption,
                    cycle);
        }
        result.table(
                "channels",
                List.of("channels", "dependencies", "cycles"),
                List.of(List.of(dependencies.channels(), dependencies.count(), cycles.size())));
    }

    private static void addMulticast(FabricState fabric, RoutingGraph graph, ChannelDependencies dependencies) {
        Map<Lid, Integer> levels = new HashMap<>();
        if (fabric.parts().contains(SweepPart.GROUPS)) {
            for (McMemberRecord group : fabric.groups()) {
                levels.put(group.mlid(), group.sl());
            }
        }
        MulticastTrees trees = MulticastTrees.of(graph, fabric.multicast());
        // A loop within one group is a finding of the check of multicast trees.
        trees.groups().stream()
                .filter(group -> !trees.hasLoop(graph, group))
                .forEach(group -> dependencies.addTree(trees.exits(group), levels.getOrDefault(group, 0)));
    }
}
