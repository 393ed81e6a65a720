package io.verbena.shell.command.ibutils;

import io.verbena.Rdma;
import io.verbena.diag.ibdm.FabricDesign;
import io.verbena.diag.ibdm.HopHistograms;
import io.verbena.diag.ibdm.LevelFiles;
import io.verbena.diag.ibdm.LinkList;
import io.verbena.diag.ibdm.RoutingDumps;
import io.verbena.diag.ibdm.RoutingReport;
import io.verbena.diag.ibdm.StageReport;
import io.verbena.diag.validate.FabricState;
import io.verbena.diag.validate.FabricState.SweepPart;
import io.verbena.diag.validate.FabricSweep;
import io.verbena.embedded.EmbeddedFabric;
import io.verbena.error.RdmaException;
import io.verbena.iba.SmState;
import io.verbena.mad.MadTransactor;
import io.verbena.shell.cli.HelpText.Examples;
import io.verbena.shell.cli.HelpText.Exits;
import io.verbena.shell.cli.PrintingCommand;
import io.verbena.shell.cli.Result;
import io.verbena.shell.command.ibutils.DiagnosticCommand.StageLines;
import io.verbena.sm.RoutingAlgorithm;
import io.verbena.sm.SubnetManager;
import io.verbena.sm.SubnetManagerOptions;
import io.verbena.subnet.NodeNameMap;
import io.verbena.subnet.Subnet;
import io.verbena.subnet.forwarding.ForwardingTables;
import io.verbena.topology.TopologyReader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Exits(found = "a route does not arrive, or a credit loop", failed = "a file cannot be read")
@Examples({
    "ibdmchk -s opensm-subnet.lst -f opensm.fdbs -m opensm.mcfdbs # Check the routing from the files of opensm -D 0x43.",
    "ibdmchk -t fabric.topo -n host1/U1 -p 1 -u # Route a design by up/down, and check it."
})
@Command(
        name = "ibdmchk",
        description =
                "Checks the routing of a fabric from files, or of a design, as ibdmchk of ibutils. Needs no fabric.",
        footer = {
            "",
            "With -t, an embedded fabric of this design is routed by Verbena's subnet manager. All paths share one service"
                    + " level unless -c is given, and the levels are the virtual lanes unless -d is given."
        })
public final class IbdmchkCommand extends PrintingCommand {
    private static final int MAX_LMC = 7;

    @Option(
            names = {"-s", "--subnet"},
            paramLabel = "FILE",
            description = "List of links (default: ${DEFAULT-VALUE}).")
    Path subnet = Path.of("/var/log/opensm-subnet.lst");

    @Option(
            names = {"-f", "--fdb"},
            paramLabel = "FILE",
            description = "Unicast tables (default: ${DEFAULT-VALUE}).")
    Path unicast = Path.of("/var/log/opensm.fdbs");

    @Option(
            names = {"-m", "--mcfdb"},
            paramLabel = "FILE",
            description = "Multicast tables (default: none).")
    @Nullable Path multicast;

    @Option(
            names = {"-c", "--psl"},
            paramLabel = "FILE",
            description = "Service levels of paths, as 'ibdiagnet -vlr' writes them.")
    @Nullable Path paths;

    @Option(
            names = {"-d", "--slvl"},
            paramLabel = "FILE",
            description = "Virtual lanes of service levels, as 'ibdiagnet -vlr' writes them.")
    @Nullable Path lanes;

    @Option(
            names = {"-l", "--lmc"},
            paramLabel = "LMC",
            description = "LMC of the ports of hosts; a list of links does not contain it (default: 0).")
    int lmc;

    @Option(
            names = {"-M", "--MFT"},
            description = "Include multicast in the search for credit loops; accepted, because -m includes it.")
    boolean withMulticast;

    @Option(
            names = {"-a", "--all"},
            description =
                    "Verify also paths from and to switches; accepted, because routes to switches are always verified.")
    boolean all;

    @Option(
            names = {"-u", "--updn"},
            description =
                    "Design: route by up/down. Files: accepted, because the search for credit loops fits any routing.")
    boolean upDown;

    @Option(
            names = {"-r", "--roots"},
            paramLabel = "FILE",
            description =
                    "Root switches; accepted: the roots of up/down routing are chosen by the shape of the fabric.")
    @Nullable Path roots;

    @Option(
            names = {"-t", "--topo"},
            paramLabel = "FILE",
            description = "Topology file of a design to check.")
    @Nullable Path design;

    @Option(
            names = {"-n", "--node"},
            paramLabel = "NODE",
            description = "Design: node of the subnet manager, such as host1/U1.")
    @Nullable String node;

    @Option(
            names = {"-p", "--port"},
            paramLabel = "N",
            description = "Design: port of the subnet manager; accepted, because routes do not depend on it.")
    int port = 1;

    @Option(
            names = {"-e", "--enh"},
            description =
                    "Design: accepted; with an LMC, the subnet manager always spreads the LIDs of a port over the links.")
    boolean enhanced;

    @Override
    public Integer call() {
        if (lmc < 0 || lmc > MAX_LMC) {
            throw new IllegalArgumentException("-l is " + lmc + "; use an LMC from 0 to " + MAX_LMC);
        }
        Path designed = design;
        if (designed == null) {
            return print(report(read()));
        }
        FabricDesign fabric = DesignSource.read(designed);
        String manager = node;
        if (manager == null || fabric.node(manager).isEmpty()) {
            throw new IllegalArgumentException(
                    "-n is " + manager + "; name a node of " + designed + ", such as host1/U1");
        }
        return print(report(routed(fabric, manager)));
    }

    private FabricState read() {
        Subnet links = LinkList.read(subnet, lmc);
        FabricState.Builder state = state(links, RoutingDumps.readUnicast(unicast));
        if (multicast != null) {
            state.multicast(RoutingDumps.readMulticast(multicast));
        }
        if (paths != null) {
            state.pathLevels(LevelFiles.readPaths(paths));
        }
        if (lanes != null) {
            state.lanes(LevelFiles.readLanes(links, lanes));
        } else if (paths != null) {
            state.lanes(LevelFiles.identity(links));
        }
        return state.build();
    }

    private FabricState routed(FabricDesign fabric, String manager) {
        String net = String.join("\n", fabric.net()) + "\n";
        SubnetManagerOptions options = SubnetManagerOptions.DEFAULTS
                .withLmc(lmc)
                .withRouting(upDown ? RoutingAlgorithm.UP_DOWN : RoutingAlgorithm.MIN_HOP);
        try (EmbeddedFabric embedded = EmbeddedFabric.builder(TopologyReader.read(String.valueOf(design), net))
                        .unmanaged()
                        .open();
                SubnetManager running = embedded.manage(manager, options);
                Rdma rdma = Rdma.builder().driver(embedded.driver(manager)).open()) {
            if (running.state() != SmState.MASTER) {
                throw new RdmaException("the subnet manager at " + manager + " is "
                        + running.state().text() + ", not master");
            }
            MadTransactor mad = rdma.mad(rdma.defaultEndPort());
            Subnet discovered = rdma.discovery(mad).run();
            FabricState swept = new FabricSweep(discovered, NodeNameMap.EMPTY, mad, rdma.sa(mad))
                    .read(Set.of(SweepPart.UNICAST, SweepPart.MULTICAST));
            return state(discovered, swept.unicast())
                    .multicast(swept.multicast())
                    .build();
        }
    }

    private FabricState.Builder state(Subnet links, ForwardingTables tables) {
        FabricState.Builder state =
                FabricState.builder(links, NodeNameMap.EMPTY).unicast(tables);
        return all ? state : state.withoutRoutesToSwitches();
    }

    private Result report(FabricState fabric) {
        List<StageReport> stages = new ArrayList<>();
        HopHistograms histograms = HopHistograms.of(fabric.subnet());
        List<String> details = new ArrayList<>(List.of("OUT-PORTS NUM-SW-LID-PAIRS"));
        histograms.alternatives().forEach((ports, pairs) -> details.add(String.format("%4d   %d", ports, pairs)));
        details.add("HOPS NUM-CA-CA-PAIRS");
        histograms.hops().forEach((hops, pairs) -> details.add(String.format("%3d   %d", hops, pairs)));
        stages.add(new StageReport("Minimum hops, from the links alone", "", List.of(), List.of(), details));
        stages.addAll(RoutingReport.of(fabric));
        return Result.of(stages, StageLines::of).found(StageLines.found(stages));
    }
}
