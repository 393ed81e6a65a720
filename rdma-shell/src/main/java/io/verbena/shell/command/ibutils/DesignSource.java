package io.verbena.shell.command.ibutils;

import io.verbena.diag.ibdm.FabricDesign;
import io.verbena.diag.ibdm.FabricDesign.DesignNode;
import io.verbena.diag.ibdm.FabricDesign.Pin;
import io.verbena.diag.ibdm.LinkList;
import io.verbena.diag.ibdm.SystemLibrary;
import io.verbena.diag.ibdm.TopologyMatch;
import io.verbena.diag.ibdm.TopologyMatch.Difference;
import io.verbena.error.RdmaException;
import io.verbena.iba.Guid;
import io.verbena.iba.NodeType;
import io.verbena.path.DirectedPath;
import io.verbena.shell.cli.HelpText.Examples;
import io.verbena.shell.cli.HelpText.Exits;
import io.verbena.shell.cli.PrintingCommand;
import io.verbena.shell.cli.Result;
import io.verbena.subnet.Node;
import io.verbena.subnet.Port;
import io.verbena.subnet.Subnet;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
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
}
