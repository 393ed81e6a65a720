package io.verbena.shell.command.ibutils;

import io.verbena.diag.ibdm.DesignFiles;
import io.verbena.diag.ibdm.FabricDesign;
import io.verbena.diag.ibdm.FabricDesign.DesignNode;
import io.verbena.diag.ibdm.LevelFiles;
import io.verbena.diag.ibdm.LinkList;
import io.verbena.diag.ibdm.NetDiagnosis;
import io.verbena.diag.ibdm.PartitionList;
import io.verbena.diag.ibdm.RoutingDumps;
import io.verbena.diag.ibdm.StageReport;
import io.verbena.diag.ibdm.SubnetDatabase;
import io.verbena.diag.ibdm.TopologyMatch;
import io.verbena.diag.validate.FabricState;
import io.verbena.diag.validate.FabricState.SweepPart;
import io.verbena.diag.validate.PathLevels;
import io.verbena.iba.NodeType;
import io.verbena.iba.PathRecord;
import io.verbena.shell.cli.HelpText.Examples;
import io.verbena.shell.cli.HelpText.Exits;
import io.verbena.shell.cli.Result;
import io.verbena.shell.cli.Session;
import io.verbena.shell.command.ibutils.DiagnosticCommand.StageLines;
import io.verbena.subnet.Node;
import io.verbena.subnet.NodeNameMap;
import io.verbena.subnet.Port;
import io.verbena.subnet.Subnet;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Exits(found = "an error or a warning", partial = "part of the fabric could not be read")
@Examples({
    "ibdiagnet -o /tmp/ibdiagnet # Check the fabric, and write its files to a directory.",
    "ibdiagnet -r -o /tmp/ibdiagnet # Check also its routing and credit loops.",
    "ibdiagnet -wt fabric.topo -o /tmp/ibdiagnet # Write the topology, for a later comparison with -t."
})
@Command(
        name = "ibdiagnet",
        description = "Scans the fabric, checks it in stages, and writes files about it, as ibdiagnet of ibutils.",
        footer = {
            "",
            "The files are .lst (links), .fdbs and .mcfdbs (forwarding tables), .sm, .pkey, .db, .pm with -pm, and .psl and"
                    + " .slvl with -vlr. 'validate' checks more, and tells causes and next steps."
        })
public final class IbdiagnetCommand extends DiagnosticCommand {
    private static final Set<String> SKIPPABLE =
            Set.of("dup_guids", "zero_guids", "pm", "logical_state", "part", "ipoib", "all");
    private static final Duration BETWEEN_READINGS = Duration.ofMillis(10);

    @Option(names = "-r", description = "Report the quality of the fabric: routes, multicast trees and credit loops.")
    boolean report;

    @Option(
            names = "-u",
            description = "Accepted; credit loops are always searched in the dependencies of channels, which"
                    + " finds loops of any routing, also of up/down routing.")
    boolean upDown;

    @Option(
            names = "-vlr",
            description = "Read service levels and virtual lanes, and use them in the search for credit loops.")
    boolean lanes;

    @Option(
            names = "-skip",
            arity = "1..*",
            paramLabel = "CHECK",
            description = "Skip checks: dup_guids, zero_guids, pm, logical_state, part, ipoib or all.")
    List<String> skipped = List.of();

    @Option(
            names = "-wt",
            paramLabel = "FILE",
            description = "Write the topology to FILE, and its types to ibdiag_ibnl.")
    @Nullable Path writtenTopology;

    @Option(
            names = "-load_db",
            paramLabel = "FILE",
            description = "Load nodes and links from a file .db instead of the fabric.")
    @Nullable Path database;

    record Diagnosis(int nodes, int switches, List<StageReport> stages, List<String> files) {}

    @Override
    Result diagnose(Session session) {
        checkOptions();
        skipped.stream().filter(each -> !SKIPPABLE.contains(each)).findFirst().ifPresent(each -> {
            throw new IllegalArgumentException(
                    "-skip is '" + each + "'; use dup_guids, zero_guids, pm, logical_state, part, ipoib or all");
        });
        FabricDesign design = topology == null ? null : DesignSource.read(topology);
        Path loaded = database;
        Subnet subnet = loaded == null ? session.subnet(discovery) : SubnetDatabase.read(loaded);
        FabricState fabric = sweep(session, subnet)
                .pause(runs("pm") ? BETWEEN_READINGS : Duration.ZERO)
                .read(parts());
        NetDiagnosis diagnosis = new NetDiagnosis(fabric);
        setLimits(diagnosis);
        List<StageReport> stages = stages(session, subnet, diagnosis, design);
        List<String> files = new ArrayList<>();
        write(fabric, diagnosis, files);
        FabricState.Builder routing = FabricState.builder(subnet, NodeNameMap.EMPTY)
                .withoutRoutesToSwitches()
                .unicast(fabric.unicast())
                .multicast(fabric.multicast());
        if (lanes) {
            routing.lanes(fabric.lanes()).pathLevels(levels(session, subnet, fabric, files));
        }
        if (report) {
            stages.addAll(new NetDiagnosis(routing.build()).routing());
        }
        reset(session, subnet, subnet.nodes());
        Diagnosis result = new Diagnosis(
                subnet.nodes().size(), subnet.nodes(NodeType.SWITCH).size(), stages, files);
        return result(result, text(result), "ibdiagnet.log", stages, fabric);
    }

    private boolean runs(String check) {
        return !skipped.contains(check) && !skipped.contains("all");
    }

    private Set<SweepPart> parts() {
        Set<SweepPart> parts = EnumSet.of(SweepPart.UNICAST, SweepPart.MULTICAST, SweepPart.MANAGERS);
        if (runs("pm") || dumpsCounters) {
            parts.add(SweepPart.COUNTERS);
        }
        if (runs("part") || runs("ipoib")) {
            parts.addAll(Set.of(SweepPart.PARTITIONS, SweepPart.GROUPS));
        }
        if (lanes) {
            parts.add(SweepPart.LANES);
        }
        return parts;
    }

    private List<StageReport> stages(
            Session session, Subnet subnet, NetDiagnosis diagnosis, @Nullable FabricDesign design) {
        List<StageReport> stages = new ArrayList<>();
        if (database == null) {
            stages.add(diagnosis.identifiers(runs("dup_guids"), runs("zero_guids")));
            if (runs("logical_state")) {
                stages.add(diagnosis.states());
            }
            stages.add(diagnosis.masters());
        }
        stages.add(diagnosis.devices());
        if (runs("pm")) {
            stages.add(diagnosis.counters());
        }
        width().map(diagnosis::widths).ifPresent(stages::add);
        speed().map(diagnosis::speeds).ifPresent(stages::add);
        if (runs("part")) {
            stages.add(diagnosis.partitionSizes());
        }
        if (runs("ipoib")) {
            stages.add(diagnosis.ipoib());
        }
        if (count > 0) {
            stages.add(lost(session, subnet.nodes()));
        }
        if (design != null) {
            stages.add(diagnosis.topology(match(design, subnet)));
        }
        return stages;
    }

    /** Compares with the design from the local system if it is named, otherwise from all nodes whose names are equal. */
    private TopologyMatch match(FabricDesign design, Subnet subnet) {
        String local = system;
        if (local == null) {
            return TopologyMatch.byNames(design, subnet);
        }
        Node origin = subnet.origin().node();
        DesignNode start = design.nodes().stream()
                .filter(node -> node.name().startsWith(local + "/"))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("-s is '" + local + "', which is not in " + topology));
        return TopologyMatch.from(design, subnet, start, origin);
    }

    private void write(FabricState fabric, NetDiagnosis diagnosis, List<String> files) {
        Subnet subnet = fabric.subnet();
        write(files, "ibdiagnet.lst", LinkList.lines(subnet));
        write(files, "ibdiagnet.fdbs", RoutingDumps.unicast(subnet, fabric.unicast()));
        write(files, "ibdiagnet.mcfdbs", RoutingDumps.multicast(subnet, fabric.multicast()));
        write(files, "ibdiagnet.sm", diagnosis.managers());
        write(files, "ibdiagnet.db", SubnetDatabase.lines(subnet));
        if (fabric.parts().contains(SweepPart.PARTITIONS)) {
            write(files, "ibdiagnet.pkey", PartitionList.lines(diagnosis.partitions()));
        }
        if (dumpsCounters) {
            write(files, "ibdiagnet.pm", diagnosis.dumpCounters());
        }
        Path written = writtenTopology;
        if (written != null) {
            DesignFiles design = DesignFiles.of(subnet);
            StageLines.write(written.toAbsolutePath(), design.topology());
            files.add(written.toString());
            design.definitions().forEach((type, lines) -> write(files, "ibdiag_ibnl/" + type + ".ibnl", lines));
        }
    }

    private void write(List<String> files, String name, Iterable<String> lines) {
        Path file = output.resolve(name);
        StageLines.write(file, lines);
        files.add(file.toString());
    }

    private PathLevels levels(Session session, Subnet subnet, FabricState fabric, List<String> files) {
        PathLevels levels = new PathLevels();
        for (Node node : subnet.nodes()) {
            for (Port port : node.ports()) {
                if (port.isEndPort() && port.lid().isUnicast()) {
                    session.sa()
                            .table(PathRecord.query().slid(port.lid()))
                            .forEach(path -> levels.put(node.guid(), path.dlid(), path.sl()));
                }
            }
        }
        write(files, "ibdiagnet.psl", LevelFiles.paths(subnet, levels).toList());
        List<String> lines = new ArrayList<>();
        LevelFiles.lanes(subnet, fabric.lanes(), (node, line) -> lines.add(line));
        write(files, "ibdiagnet.slvl", lines);
        return levels;
    }

    private List<String> text(Diagnosis result) {
        List<String> lines = new ArrayList<>();
        if (topology == null) {
            lines.add("-W- No topology file: reports name links by direct paths.");
        }
        lines.add("-I- " + result.nodes() + " nodes (" + result.switches() + " Switches & "
                + (result.nodes() - result.switches()) + " CA-s) discovered.");
        lines.addAll(StageLines.of(result.stages()));
        lines.addAll(StageLines.status(result.stages()));
        lines.add("");
        lines.add("-I- The files are in " + output + ".");
        return lines;
    }
}
