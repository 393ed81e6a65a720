package io.verbena.shell.command.ibutils;

import io.verbena.diag.ibdm.FabricDesign;
import io.verbena.diag.ibdm.FabricDesign.DesignNode;
import io.verbena.diag.ibdm.FabricDesign.Pin;
import io.verbena.error.RdmaException;
import io.verbena.iba.NodeType;
import io.verbena.path.DirectedPath;
import io.verbena.shell.cli.HelpText.Examples;
import io.verbena.shell.cli.HelpText.Exits;
import io.verbena.shell.cli.PrintingCommand;
import io.verbena.shell.cli.Result;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Exits(failed = "a file cannot be read, or the route leaves the design")
@Examples("ibdmtr -t fabric.topo -s host1/U1 -p 1 -d 0,1,3 # Show the nodes on a direct route.")
@Command(
        name = "ibdmtr",
        description = "Follows a direct route through a topology file, as ibdmtr of ibutils. Needs no fabric.",
        footer = {
            "",
            "The route begins with 0, followed by the exit of each node; 'ibtracert' traces routes of a fabric."
        })
public final class IbdmtrCommand extends PrintingCommand {
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
                .orElseThrow(() -> new IllegalArgumentException("-s is '" + node + "', which is not in the design"));
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
