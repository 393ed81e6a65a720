package io.verbena.shell.command.ibutils;

import io.verbena.Rdma;
import io.verbena.diag.ibdm.FabricDesign;
import io.verbena.diag.ibdm.FabricDesign.DesignNode;
import io.verbena.diag.ibdm.FabricDesign.Pin;
import io.verbena.diag.ibdm.HopHistograms;
import io.verbena.diag.ibdm.LevelFiles;
import io.verbena.diag.ibdm.LinkList;
import io.verbena.diag.ibdm.RoutingDumps;
import io.verbena.diag.ibdm.RoutingReport;
import io.verbena.diag.ibdm.StageReport;
import io.verbena.diag.ibdm.SystemLibrary;
import io.verbena.diag.ibdm.TopologyMatch;
import io.verbena.diag.ibdm.TopologyMatch.Difference;
import io.verbena.diag.validate.FabricState;
import io.verbena.diag.validate.FabricState.SweepPart;
import io.verbena.diag.validate.FabricSweep;
import io.verbena.embedded.EmbeddedFabric;
import io.verbena.error.RdmaException;
import io.verbena.iba.Guid;
import io.verbena.iba.NodeType;
import io.verbena.iba.SmState;
import io.verbena.mad.MadTransactor;
import io.verbena.path.DirectedPath;
import io.verbena.shell.cli.HelpText.Examples;
import io.verbena.shell.cli.HelpText.Exits;
import io.verbena.shell.cli.PrintingCommand;
import io.verbena.shell.cli.Result;
import io.verbena.shell.command.ibutils.DiagnosticCommand.StageLines;
import io.verbena.sm.RoutingAlgorithm;
import io.verbena.sm.SubnetManager;
import io.verbena.sm.SubnetManagerOptions;
import io.verbena.subnet.Node;
import io.verbena.subnet.NodeNameMap;
import io.verbena.subnet.Port;
import io.verbena.subnet.Subnet;
import io.verbena.subnet.forwarding.ForwardingTables;
import io.verbena.topology.TopologyReader;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Topology files with the types of systems that they use: from the directories of the environment variable
 * IBDM_IBNL_PATH, from {@code ibdiag_ibnl} beside the file, and from the packages of ibutils.
 */
public final class DesignSource {
    static final String VARIABLE = "IBDM_IBNL_PATH";

    private static final List<Path> INSTALLED = List.of(Path.of("/usr/lib"), Path.of("/usr/lib64"));

    private DesignSource() {}

    static FabricDesign read(Path file) {
        return FabricDesign.read(file, library(file));
    }

    static FabricDesign readCables(Path file) {
        return FabricDesign.readCables(file, library(file));
    }

    /** Returns the types of systems for a topology file. */
    public static SystemLibrary library(Path file) {
        SystemLibrary library = new SystemLibrary();
        INSTALLED.stream().flatMap(DesignSource::installed).forEach(library::addAll);
        Path beside = file.toAbsolutePath().resolveSibling("ibdiag_ibnl");
        if (Files.isDirectory(beside)) {
            library.addAll(beside);
        }
        Map<String, String> environment = System.getenv();
        for (String directory : environment.getOrDefault(VARIABLE, "").split("[:,\\s]", -1)) {
            if (!directory.isEmpty()) {
                library.addAll(Path.of(directory));
            }
        }
        return library;
    }

    /** Returns the directories of installed packages, such as {@code ibdm1.5.7/ibnl}. */
    private static Stream<Path> installed(Path libraries) {
        return Stream.concat(Stream.of(libraries), children(libraries))
                .flatMap(directory -> children(directory)
                        .filter(child -> child.getFileName().toString().startsWith("ibdm")))
                .map(directory -> directory.resolve("ibnl"))
                .filter(Files::isDirectory);
    }

    private static Stream<Path> children(Path directory) {
        File[] files = directory.toFile().listFiles(File::isDirectory);
        return files == null ? Stream.of() : Stream.of(files).map(File::toPath).sorted();
    }

    @Exits(failed = "a file cannot be read, or the route leaves the design")
    @Examples("ibdmtr -t fabric.topo -s host1/U1 -p 1 -d 0,1,3 # Show the nodes on a direct route.")
    @Command(
            name = "ibdmtr",
            description = "Follows a direct route through a topology file, as ibdmtr of ibutils. Needs no fabric.",
            footer = {
                "",
                "The route begins with 0, followed by the exit of each node; 'ibtracert' traces routes of a fabric."
            })
    public static final class IbdmtrCommand extends PrintingCommand {
        @Option(
                names = {"-t", "--topology"},
                paramLabel = "FILE",
                description = "Topology file.")
        @Nullable Path topology;

        @Option(
                names = {"-c", "--cables"},
                paramLabel = "FILE",
                description = "List of cables: type, name and port of both systems on each line.")
        @Nullable Path cables;

        @Option(
                names = {"-s", "--sm-node"},
                required = true,
                paramLabel = "NODE",
                description = "First node, such as host1/U1.")
        String node;

        @Option(
                names = {"-p", "--port-num"},
                required = true,
                paramLabel = "N",
                description = "Port of the first node.")
        int port;

        @Option(
                names = {"-d", "--dr-path"},
                required = true,
                paramLabel = "ROUTE",
                description = "Route, such as 0,1,3.")
        String route;

        /**
         * A hop of the route.
         *
         * @param fromPanel the name of the exit on the panel; empty if the link is inside a system
         * @param toPanel the name of the entry on the panel; empty if the link is inside a system
         */
        record Hop(String from, String fromPanel, String to, String toPanel) {}

        @Override
        public Integer call() {
            Path file = topology;
            Path list = cables;
            if ((file == null) == (list == null)) {
                throw new IllegalArgumentException("use either -t with a topology file, or -c with a list of cables");
            }
            FabricDesign design =
                    list == null ? DesignSource.read(Objects.requireNonNull(file)) : DesignSource.readCables(list);
            DirectedPath path = DirectedPath.parse(route);
            DesignNode at = design.node(node)
                    .orElseThrow(
                            () -> new IllegalArgumentException("-s is '" + node + "', which is not in the design"));
            if (path.hops() > 0 && path.port(0) != port && at.type() != NodeType.SWITCH) {
                throw new IllegalArgumentException(
                        "-d begins with port " + path.port(0) + "; the route leaves " + node + " by port " + port);
            }
            List<Hop> hops = new ArrayList<>();
            for (int hop = 0; hop < path.hops(); hop++) {
                Pin exit = new Pin(at, path.port(hop));
                Pin entry = at.peer(exit.number())
                        .orElseThrow(() -> new RdmaException("the route ends at " + exit + ", which has no cable"));
                hops.add(new Hop(exit.toString(), panel(design, exit), entry.toString(), panel(design, entry)));
                at = entry.node();
            }
            return print(Result.of(hops, IbdmtrCommand::lines));
        }

        private static String panel(FabricDesign design, Pin pin) {
            return design.panel(pin).orElse("");
        }

        private static List<String> lines(List<Hop> hops) {
            List<String> lines = new ArrayList<>();
            for (int i = 0; i < hops.size(); i++) {
                Hop hop = hops.get(i);
                lines.add(String.format(Locale.ROOT, "[%3d] FROM %s", i + 1, end(hop.from(), hop.fromPanel())));
                lines.add("      TO   " + end(hop.to(), hop.toPanel()));
            }
            return lines;
        }

        private static String end(String port, String panel) {
            String system = port.substring(0, port.indexOf('/'));
            String plug = panel.isEmpty() ? "" : " Plug:" + panel.substring(system.length() + 1);
            int last = port.lastIndexOf("/P");
            return "Host:" + system + plug + System.lineSeparator() + "           Node:" + port.substring(0, last)
                    + " Port:" + port.substring(last + 2);
        }
    }

    @Exits(found = "a difference", failed = "a file cannot be read")
    @Examples({
        "ibtopodiff -t fabric.topo -d ibdiagnet.lst -e # Compare all nodes, beginning with those whose names are equal.",
        "ibtopodiff -t fabric.topo -d ibdiagnet.lst -s host1/U1 -p 1 -g 0x2c90300001491 # Begin with one node."
    })
    @Command(
            name = "ibtopodiff",
            description = "Compares a topology file with a list of links, as ibtopodiff of ibutils. Needs no fabric.")
    public static final class IbtopodiffCommand extends PrintingCommand {
        @Option(
                names = {"-t", "--topology"},
                paramLabel = "FILE",
                description = "Topology file (default: ${DEFAULT-VALUE}).")
        Path topology = Path.of("ibdm.topo");

        @Option(
                names = {"-d", "--discovered"},
                paramLabel = "FILE",
                description = "List of links (default: ${DEFAULT-VALUE}).")
        Path discovered = Path.of("subnet.lst");

        @Option(
                names = {"-e", "--edge"},
                description = "Begin with all nodes whose names are equal.")
        boolean edge;

        @Option(
                names = {"-s", "--start-node"},
                paramLabel = "NODE",
                description = "First node of the topology file, such as host1/U1.")
        @Nullable String node;

        @Option(
                names = {"-p", "--port-num"},
                paramLabel = "N",
                description = "Port of the first node; the node is found by -g, so it only has to exist (default: 1).")
        int port = 1;

        @Option(
                names = {"-g", "--port-guid"},
                paramLabel = "GUID",
                description = "GUID of the port of the first node.")
        @Nullable String guid;

        record Comparison(Map<String, String> matched, List<Difference> differences) {}

        @Override
        public Integer call() {
            FabricDesign design = DesignSource.read(topology);
            Subnet subnet = LinkList.read(discovered);
            String start = node;
            TopologyMatch match;
            if (edge || start == null) {
                match = TopologyMatch.byNames(design, subnet);
            } else {
                DesignNode first = design.node(start)
                        .orElseThrow(() ->
                                new IllegalArgumentException("-s is '" + start + "', which is not in " + topology));
                if (port < 1 || port > first.ports()) {
                    throw new IllegalArgumentException(
                            "-p is " + port + "; " + start + " has " + first.ports() + " ports");
                }
                match = TopologyMatch.from(design, subnet, first, find(subnet));
            }
            Map<String, String> matched = new TreeMap<>();
            match.matched().forEach((designed, found) -> matched.put(designed.name(), found.toString()));
            Comparison comparison = new Comparison(matched, match.differences());
            return print(Result.of(comparison, this::lines)
                    .found(!comparison.differences().isEmpty()));
        }

        private Node find(Subnet subnet) {
            String wanted = guid;
            if (wanted == null) {
                throw new IllegalArgumentException("-s needs -g, the GUID of the port of the first node");
            }
            Guid parsed = Guid.parse(wanted);
            return subnet.nodes().stream()
                    .flatMap(each -> each.ports().stream())
                    .filter(each -> each.guid().equals(parsed))
                    .map(Port::node)
                    .findFirst()
                    .orElseThrow(
                            () -> new IllegalArgumentException("-g is " + wanted + ", which is not in " + discovered));
        }

        private List<String> lines(Comparison comparison) {
            List<String> lines = new ArrayList<>();
            if (options().verbosity() > 0) {
                comparison.matched().forEach((designed, found) -> lines.add("-I- " + designed + " is " + found));
            }
            lines.add("-I- " + comparison.matched().size() + " nodes match");
            comparison.differences().forEach(difference -> lines.add("-E- " + difference.text()));
            if (comparison.differences().isEmpty()) {
                lines.add("-I- Topology matches");
            }
            return lines;
        }
    }

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
    public static final class IbdmchkCommand extends PrintingCommand {
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
}
