package io.verbena.shell.command.nodes;

import io.verbena.diag.NodeSummary;
import io.verbena.error.RdmaException;
import io.verbena.iba.NodeType;
import io.verbena.shell.cli.FabricCommand.NamedSubnetCommand;
import io.verbena.shell.cli.HelpText.Examples;
import io.verbena.shell.cli.HelpText.Exits;
import io.verbena.shell.cli.KnownNames;
import io.verbena.shell.cli.NameOptions;
import io.verbena.shell.cli.Result;
import io.verbena.shell.cli.Session;
import io.verbena.shell.view.Names;
import io.verbena.shell.view.SubnetDocument;
import io.verbena.shell.view.TopologyView;
import io.verbena.subnet.Node;
import io.verbena.subnet.NodeNameMap;
import io.verbena.subnet.Subnet;
import io.verbena.topology.Topology;
import io.verbena.topology.TopologyReader;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Base class of commands that list nodes of some types. */
public abstract class NodeListCommand extends NamedSubnetCommand {
    static final String PARTIAL = "part of the subnet did not respond";

    @Parameters(
            arity = "0..1",
            paramLabel = "FILE",
            description = "Read the subnet from this output file of ibnetdiscover instead of discovering it.")
    @Nullable Path file;

    abstract List<NodeType> types();

    @Override
    protected Result run(Session session) {
        NodeNameMap names = naming.read();
        if (file != null) {
            Topology topology = TopologyReader.read(file);
            return result(type -> NodeSummary.of(topology, type));
        }
        Subnet subnet = session.subnet(discovery);
        return result(type -> NodeSummary.of(subnet, type, names)).without(subnet.failures());
    }

    private Result result(Function<NodeType, List<NodeSummary>> nodes) {
        List<NodeSummary> found =
                types().stream().flatMap(type -> nodes.apply(type).stream()).toList();
        return Result.of(found, NodeListCommand::lines);
    }

    @Examples("ibnodes # List channel adapters, then switches.")
    @Exits(partial = NodeListCommand.PARTIAL)
    @Command(name = "ibnodes", description = "Lists the channel adapters and then the switches of the subnet.")
    public static final class IbnodesCommand extends NodeListCommand {
        @Override
        List<NodeType> types() {
            return List.of(NodeType.CHANNEL_ADAPTER, NodeType.SWITCH);
        }
    }

    @Examples({"ibhosts # List the channel adapters.", "ibhosts --format json # List the channel adapters as JSON."})
    @Exits(partial = NodeListCommand.PARTIAL)
    @Command(name = "ibhosts", description = "Lists the channel adapters of the subnet.")
    public static final class IbhostsCommand extends NodeListCommand {
        @Override
        List<NodeType> types() {
            return List.of(NodeType.CHANNEL_ADAPTER);
        }
    }

    @Examples({
        "ibswitches # List the switches.",
        "ibswitches topology.txt # List the switches in an output file of ibnetdiscover."
    })
    @Exits(partial = NodeListCommand.PARTIAL)
    @Command(name = "ibswitches", description = "Lists the switches of the subnet.")
    public static final class IbswitchesCommand extends NodeListCommand {
        @Override
        List<NodeType> types() {
            return List.of(NodeType.SWITCH);
        }
    }

    @Examples("ibrouters # List the routers.")
    @Exits(partial = NodeListCommand.PARTIAL)
    @Command(name = "ibrouters", description = "Lists the routers of the subnet.")
    public static final class IbroutersCommand extends NodeListCommand {
        @Override
        List<NodeType> types() {
            return List.of(NodeType.ROUTER);
        }
    }

    private static List<String> lines(List<NodeSummary> nodes) {
        return nodes.stream().map(NodeListCommand::line).toList();
    }

    private static String line(NodeSummary node) {

        String line = "%s\t: %s ports %d \"%s\""
                .formatted(Names.kind(node.type()), node.guid().toHex(), node.ports(), Names.printable(node.name()));
        return node.type() == NodeType.SWITCH
                ? line
                        + " %s port 0 lid %d lmc %d"
                                .formatted(node.enhanced() ? "enhanced" : "base", node.lid(), node.lmc())
                : line;
    }

    /** Base class of commands that show nodes of a type in the format of ibnetdiscover. */
    public abstract static class NodeStanzaCommand extends NamedSubnetCommand {
        @Option(names = "-R", description = "Accepted for compatibility; the subnet is always read again.")
        boolean again;

        @Option(names = "-l", description = "List the nodes, one per line.")
        boolean list;

        @Parameters(
                arity = "0..1",
                paramLabel = KnownNames.NODE,
                description = "GUID or name of a node (default: all).")
        @Nullable String node;

        abstract NodeType type();

        @Override
        protected Result run(Session session) {
            NodeNameMap names = naming.read();
            Subnet subnet = session.subnet(discovery);
            List<Node> nodes = node == null ? subnet.nodes(type()) : List.of(named(subnet, node, names));
            return Result.of(
                            () -> list ? TopologyView.list(nodes, names) : TopologyView.stanzas(subnet, nodes, names),
                            () -> SubnetDocument.nodes(nodes, names))
                    .without(subnet.failures());
        }

        private Node named(Subnet subnet, String word, NodeNameMap names) {
            Node found = NameOptions.node(subnet, word, names);
            if (found.type() != type()) {
                throw new RdmaException(found + " is not a " + type().text() + " but a "
                        + found.type().text());
            }
            return found;
        }

        @Examples({"ibprintca # Show all channel adapters and their links.", "ibprintca -l # List their names."})
        @Exits(partial = NodeListCommand.PARTIAL)
        @Command(
                name = "ibprintca",
                aliases = "ibprintca.pl",
                description = "Shows channel adapters and their links in the format of ibnetdiscover.")
        public static final class IbprintcaCommand extends NodeStanzaCommand {
            @Override
            NodeType type() {
                return NodeType.CHANNEL_ADAPTER;
            }
        }

        @Examples({
            "ibprintswitch leaf1 # Show a switch and its links.",
            "ibprintswitch -l # List the names of all switches."
        })
        @Exits(partial = NodeListCommand.PARTIAL)
        @Command(
                name = "ibprintswitch",
                aliases = "ibprintswitch.pl",
                description = "Shows switches and their links in the format of ibnetdiscover.")
        public static final class IbprintswitchCommand extends NodeStanzaCommand {
            @Override
            NodeType type() {
                return NodeType.SWITCH;
            }
        }

        @Examples("ibprintrt # Show all routers and their links.")
        @Exits(partial = NodeListCommand.PARTIAL)
        @Command(
                name = "ibprintrt",
                aliases = "ibprintrt.pl",
                description = "Shows routers and their links in the format of ibnetdiscover.")
        public static final class IbprintrtCommand extends NodeStanzaCommand {
            @Override
            NodeType type() {
                return NodeType.ROUTER;
            }
        }
    }
}
