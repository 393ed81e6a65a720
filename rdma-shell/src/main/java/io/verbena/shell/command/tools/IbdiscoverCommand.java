package io.verbena.shell.command.tools;

import io.verbena.diag.cabling.CableList;
import io.verbena.diag.cabling.CablingChanges;
import io.verbena.diag.cabling.CablingChanges.Link;
import io.verbena.diag.cabling.CablingChanges.Member;
import io.verbena.diag.cabling.ExpectedNode;
import io.verbena.error.RdmaException;
import io.verbena.shell.cli.FabricCommand.NamedSubnetCommand;
import io.verbena.shell.cli.HelpText.Examples;
import io.verbena.shell.cli.HelpText.Exits;
import io.verbena.shell.cli.Result;
import io.verbena.shell.cli.Session;
import io.verbena.shell.view.Names;
import io.verbena.subnet.NodeNameMap;
import io.verbena.subnet.Subnet;
import io.verbena.subnet.TopologySubnet;
import io.verbena.topology.TopologyReader;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Exits(found = "a difference", partial = "part of the subnet could not be read; --update then writes nothing")
@Examples({
    "ibdiscover --update # Save the links as the reference in ibdiscover.topo.",
    "ibdiscover # Show the differences from ibdiscover.topo and ibdiscover.map.",
    "ibnetdiscover | ibdiscover --topo rack7.topo - # Compare the output of ibnetdiscover with another reference."
})
@Command(
        name = "ibdiscover",
        aliases = "ibdiscover.pl",
        description = "Compares the nodes and links of a subnet with reference files.",
        footer = {
            "",
            "A line of the map is GUID|PORTS|\"TEXT\"|DESCRIPTION, the GUID in hexadecimal without 0x; TEXT is the name of the"
                    + " node in the output. A line of the reference links is PORT|GUID|PORT|GUID. The current links are written"
                    + " to a file with the suffix .new beside the reference or, with --update, to the reference."
        })
public final class IbdiscoverCommand extends NamedSubnetCommand {
    private static final Path MAP = Path.of("ibdiscover.map");
    private static final String STANDARD_INPUT = "-";

    @Option(
            names = "--map",
            paramLabel = "FILE",
            description = "File of reference nodes (default: ibdiscover.map, if it exists).")
    @Nullable Path map;

    @Option(
            names = "--topo",
            paramLabel = "FILE",
            defaultValue = "ibdiscover.topo",
            description = "File of reference links (default: ibdiscover.topo).")
    Path links;

    @Option(names = "--update", description = "Replace the reference links by the current links.")
    boolean update;

    @Parameters(
            index = "0",
            arity = "0..1",
            paramLabel = "FILE",
            description =
                    "Read the subnet from this output file of ibnetdiscover (- for standard input) instead of discovering it.")
    @Nullable String file;

    @Override
    protected Result run(Session session) {
        NodeNameMap names = naming.read();
        List<ExpectedNode> nodes =
                map != null ? ExpectedNode.read(map) : Files.exists(MAP) ? ExpectedNode.read(MAP) : List.of();
        CableList expected = expected();
        Subnet subnet = subnet(session);
        CablingChanges changes = CablingChanges.of(subnet, expected, nodes, names);
        List<RdmaException> failures = new ArrayList<>(subnet.failures());
        if (!update) {
            CableList.of(subnet).write(links.resolveSibling(links.getFileName() + ".new"));
        } else if (failures.isEmpty()) {
            CableList.of(subnet).write(links);
        } else {
            failures.add(new RdmaException(links
                    + " was not updated: the parts of the subnet that could not be read would be missing from it"));
        }
        return Result.of(changes, IbdiscoverCommand::lines)
                .found(!changes.isEmpty())
                .without(failures);
    }

    private CableList expected() {
        if (update && !Files.exists(links)) {
            return CableList.EMPTY;
        }
        try {
            return CableList.read(links);
        } catch (RdmaException e) {
            throw Files.exists(links) ? e : e.during("there is no reference; run with --update to write " + links);
        }
    }

    private Subnet subnet(Session session) {
        if (file == null) {
            return session.subnet(discovery);
        }
        if (discovery.loads()) {
            throw new IllegalArgumentException("--load-cache and FILE are mutually exclusive: both provide the subnet");
        }
        if (!file.equals(STANDARD_INPUT)) {
            return TopologySubnet.read(Path.of(file));
        }
        InputStream input = input();
        if (input == null) {
            throw new IllegalArgumentException(
                    "-: in the console, standard input cannot be read; give the name of a file");
        }
        return TopologySubnet.of(
                "standard input",
                TopologyReader.read("standard input", new InputStreamReader(input, StandardCharsets.UTF_8)));
    }

    /** Returns a line for each difference: {@code <} for what is missing from the subnet, {@code >} for what is new. */
    private static List<String> lines(CablingChanges changes) {
        List<String> lines = new ArrayList<>();
        changes.missing().forEach(node -> lines.add("< node " + text(node)));
        changes.unexpected().forEach(node -> lines.add("> node " + text(node)));
        changes.gone().forEach(link -> lines.add("< link " + text(link)));
        changes.added().forEach(link -> lines.add("> link " + text(link)));
        return lines;
    }

    private static String text(Link link) {
        return "%s port %d - %s port %d".formatted(text(link.node()), link.port(), text(link.peer()), link.peerPort());
    }

    private static String text(Member node) {
        return node.guid().toHex() + " \"" + Names.printable(node.name()) + "\"";
    }
}
