package io.verbena.shell.command.ibutils;

import io.verbena.diag.ibdm.FabricDesign;
import io.verbena.diag.ibdm.IbdmNames;
import io.verbena.diag.ibdm.NetDiagnosis;
import io.verbena.diag.ibdm.PathDiagnosis;
import io.verbena.diag.ibdm.StageReport;
import io.verbena.diag.ibdm.TopologyMatch;
import io.verbena.diag.validate.FabricState;
import io.verbena.diag.validate.FabricState.SweepPart;
import io.verbena.diag.validate.FabricSweep;
import io.verbena.error.RdmaException;
import io.verbena.iba.LaneSpeed;
import io.verbena.iba.Lid;
import io.verbena.iba.LinkWidth;
import io.verbena.path.DirectedPath;
import io.verbena.shell.cli.HelpText.Examples;
import io.verbena.shell.cli.HelpText.Exits;
import io.verbena.shell.cli.Result;
import io.verbena.shell.cli.Session;
import io.verbena.subnet.Node;
import io.verbena.subnet.NodeNameMap;
import io.verbena.subnet.Port;
import io.verbena.subnet.Subnet;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Exits(found = "the path is not healthy", partial = "part of the fabric could not be read")
@Examples({
    "ibdiagpath -l 16 # Check the path from the local port to a LID.",
    "ibdiagpath -n host1,host8 # Check the path between two hosts.",
    "ibdiagpath -d 1,1,2,3 -pm -o /tmp/ibdiagpath # Check a direct route, and write the counters of its ports."
})
@Command(
        name = "ibdiagpath",
        description = "Traces a path between two ports, and checks what it needs, as ibdiagpath of ibutils.",
        footer = {
            "",
            "A name is that of a node in the topology file of -t, or the first word of a NodeDescription. 'ibtracert' traces"
                    + " routes without reading the whole fabric."
        })
public final class IbdiagpathCommand extends DiagnosticCommand {
    @Option(names = "-n", paramLabel = "[FROM,]TO", description = "Names of the source and the destination.")
    @Nullable String names;

    @Option(names = "-l", paramLabel = "[FROM,]TO", description = "LIDs of the source and the destination.")
    @Nullable String lids;

    @Option(names = "-d", paramLabel = "ROUTE", description = "Direct route from the local node, such as 1,1,2.")
    @Nullable String route;

    record PathReport(List<String> hops, List<StageReport> stages) {}

    @Override
    protected Result run(Session session) {
        if (showsVariables) {
            return Result.of(variables(), lines -> lines);
        }
        if (Stream.of(names, lids, route).filter(Objects::nonNull).count() != 1) {
            throw new IllegalArgumentException("name the ends of the path with one of -n, -l and -d");
        }
        checkOptions();
        Subnet subnet = session.subnet(discovery);
        FabricDesign design = topology == null ? null : DesignSource.read(topology);
        TopologyMatch match = design == null ? null : TopologyMatch.byNames(design, subnet);
        FabricState fabric = new FabricSweep(
                        subnet, NodeNameMap.EMPTY, session.agents("reads the tables of agents"), session.sa())
                .withoutPaths()
                .read(Set.of(
                        SweepPart.UNICAST,
                        SweepPart.COUNTERS,
                        SweepPart.PARTITIONS,
                        SweepPart.GROUPS,
                        SweepPart.LANES));
        PathDiagnosis path = new PathDiagnosis(fabric);
        String direct = route;
        if (direct != null) {
            path.follow(DirectedPath.parse(direct.startsWith("0") ? direct : "0," + direct));
        } else {
            String[] words = String.valueOf(lids == null ? names : lids).split(",", -1);
            if (words.length > 2) {
                throw new IllegalArgumentException("'" + String.join(",", words) + "' names " + words.length
                        + " ports; use a source and a destination");
            }
            Port from = words.length == 1 ? subnet.origin() : find(subnet, match, words[0]);
            Port to = find(subnet, match, words[words.length - 1]);
            path.trace(from, to);
        }
        NetDiagnosis diagnosis = new NetDiagnosis(path.onPath());
        setLimits(diagnosis);
        List<StageReport> stages = stages(session, path, diagnosis);
        if (dumpsCounters) {
            StageLines.write(output, "ibdiagpath.pm", diagnosis.dumpCounters());
        }
        reset(session, subnet, path.nodes());
        PathReport report =
                new PathReport(path.ports().stream().map(IbdmNames::port).toList(), stages);
        List<String> text = text(path, stages);
        StageLines.write(output, "ibdiagpath.log", text);
        List<RdmaException> failures = new ArrayList<>(subnet.failures());
        fabric.failures().forEach(failure -> failures.add(new RdmaException(failure)));
        return Result.of(report, ignored -> text)
                .found(StageLines.found(stages))
                .without(failures);
    }

    private List<StageReport> stages(Session session, PathDiagnosis path, NetDiagnosis diagnosis) {
        List<StageReport> stages = new ArrayList<>(List.of(path.arrival()));
        stages.add(diagnosis.counters());
        LinkWidth expectedWidth = width();
        if (expectedWidth != null) {
            stages.add(path.widths(expectedWidth));
        }
        LaneSpeed expectedSpeed = speed();
        if (expectedSpeed != null) {
            stages.add(path.speeds(expectedSpeed));
        }
        stages.add(path.partitions());
        stages.add(path.ipoib());
        stages.add(path.lanes());
        if (count > 0) {
            stages.add(new StageReport(
                    "Bad Links Info",
                    "Bad Links Check",
                    List.of(),
                    lost(session, new LinkedHashSet<>(path.nodes())),
                    List.of()));
        }
        return stages;
    }

    private Port find(Subnet subnet, @Nullable TopologyMatch match, String word) {
        if (lids != null) {
            Lid lid = Lid.parse(word);
            return subnet.nodes().stream()
                    .flatMap(node -> node.ports().stream())
                    .filter(port -> port.isEndPort() && port.has(lid))
                    .findFirst()
                    .orElseThrow(() -> new RdmaException("no port has the LID " + word));
        }
        return named(subnet, match, word)
                .flatMap(node -> node.ports().stream()
                        .filter(port -> port.isEndPort() && port.lid().isUnicast())
                        .findFirst())
                .orElseThrow(() -> new RdmaException("no node with a LID is called '" + word + "'"));
    }

    private static Optional<Node> named(Subnet subnet, @Nullable TopologyMatch match, String word) {
        String name = word.replaceFirst("/P\\d+$", "");
        if (match != null) {
            Optional<Node> designed = match.matched().entrySet().stream()
                    .filter(entry -> entry.getKey().name().equals(name)
                            || entry.getKey().name().startsWith(name + "/"))
                    .map(entry -> entry.getValue())
                    .findFirst();
            if (designed.isPresent()) {
                return designed;
            }
        }
        return subnet.nodes().stream()
                .filter(node -> node.description().replaceFirst("\\s.*", "").equals(name)
                        || IbdmNames.node(node).equals(name)
                        || IbdmNames.system(node).equals(name))
                .findFirst();
    }

    private static List<String> text(PathDiagnosis path, List<StageReport> stages) {
        List<String> lines = new ArrayList<>();
        List<Port> ports = path.ports();
        for (int i = 0; i + 1 < ports.size(); i += 2) {
            lines.add("-I- From: " + end(ports.get(i)));
            lines.add("-I- To:   " + end(ports.get(i + 1)));
        }
        lines.addAll(StageLines.of(stages));
        return lines;
    }

    private static String end(Port port) {
        return IbdmNames.address(port) + " " + IbdmNames.reported(port);
    }
}
