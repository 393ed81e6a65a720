package io.verbena.shell.command.ibutils;

import io.verbena.diag.ibdm.FabricDesign;
import io.verbena.diag.ibdm.FabricDesign.DesignNode;
import io.verbena.diag.ibdm.LinkList;
import io.verbena.diag.ibdm.TopologyMatch;
import io.verbena.diag.ibdm.TopologyMatch.Difference;
import io.verbena.iba.Guid;
import io.verbena.shell.cli.HelpText.Examples;
import io.verbena.shell.cli.HelpText.Exits;
import io.verbena.shell.cli.PrintingCommand;
import io.verbena.shell.cli.Result;
import io.verbena.subnet.Node;
import io.verbena.subnet.Port;
import io.verbena.subnet.Subnet;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Exits(found = "a difference", failed = "a file cannot be read")
@Examples({
    "ibtopodiff -t fabric.topo -d ibdiagnet.lst -e # Compare all nodes, beginning with those whose names are equal.",
    "ibtopodiff -t fabric.topo -d ibdiagnet.lst -s host1/U1 -p 1 -g 0x2c90300001491 # Begin with one node."
})
@Command(
        name = "ibtopodiff",
        description = "Compares a topology file with a list of links, as ibtopodiff of ibutils. Needs no fabric.")
public final class IbtopodiffCommand extends PrintingCommand {
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
                    .orElseThrow(
                            () -> new IllegalArgumentException("-s is '" + start + "', which is not in " + topology));
            if (port < 1 || port > first.ports()) {
                throw new IllegalArgumentException("-p is " + port + "; " + start + " has " + first.ports() + " ports");
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
                .orElseThrow(() -> new IllegalArgumentException("-g is " + wanted + ", which is not in " + discovered));
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
