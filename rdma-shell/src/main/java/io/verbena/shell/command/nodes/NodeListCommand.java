package io.verbena.shell.command.nodes;

import io.verbena.diag.NodeSummary;
import io.verbena.iba.NodeType;
import io.verbena.shell.cli.Examples;
import io.verbena.shell.cli.Exits;
import io.verbena.shell.cli.NameOptions;
import io.verbena.shell.cli.Result;
import io.verbena.shell.cli.Session;
import io.verbena.shell.cli.SubnetCommand;
import io.verbena.shell.view.Names;
import io.verbena.subnet.NodeNameMap;
import io.verbena.subnet.Subnet;
import io.verbena.topology.Topology;
import io.verbena.topology.TopologyReader;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Base class of commands that list nodes of some types. */
public abstract class NodeListCommand extends SubnetCommand {
    static final String PARTIAL = "part of the subnet did not respond";

    @Mixin
    NameOptions naming = new NameOptions();

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

    /** Lists the channel adapters and then the switches of the subnet. */
    @Examples("ibnodes # List channel adapters, then switches.")
    @Exits(partial = NodeListCommand.PARTIAL)
    @Command(name = "ibnodes", description = "Lists the channel adapters and then the switches of the subnet.")
    public static final class IbnodesCommand extends NodeListCommand {
        @Override
        List<NodeType> types() {
            return List.of(NodeType.CHANNEL_ADAPTER, NodeType.SWITCH);
        }
    }

    /** Lists the channel adapters of the subnet. */
    @Examples({"ibhosts # List the channel adapters.", "ibhosts --format json # List the channel adapters as JSON."})
    @Exits(partial = NodeListCommand.PARTIAL)
    @Command(name = "ibhosts", description = "Lists the channel adapters of the subnet.")
    public static final class IbhostsCommand extends NodeListCommand {
        @Override
        List<NodeType> types() {
            return List.of(NodeType.CHANNEL_ADAPTER);
        }
    }

    /** Lists the switches of the subnet. */
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

    /** Lists the routers of the subnet. */
    @Examples("ibrouters # List the routers.")
    @Exits(partial = NodeListCommand.PARTIAL)
    @Command(name = "ibrouters", description = "Lists the routers of the subnet.")
    public static final class IbroutersCommand extends NodeListCommand {
        @Override
        List<NodeType> types() {
            return List.of(NodeType.ROUTER);
        }
    }

    /** Returns a line for each node. */
    private static List<String> lines(List<NodeSummary> nodes) {
        return nodes.stream().map(NodeListCommand::line).toList();
    }

    private static String line(NodeSummary node) {
        String kind = switch (node.type()) {
            case SWITCH -> "Switch";
            case ROUTER -> "Rt";
            default -> "Ca";
        };
        String line = "%s\t: %s ports %d \"%s\""
                .formatted(kind, node.guid().toHex(), node.ports(), Names.printable(node.name()));
        return node.type() == NodeType.SWITCH
                ? line
                        + " %s port 0 lid %d lmc %d"
                                .formatted(node.enhanced() ? "enhanced" : "base", node.lid(), node.lmc())
                : line;
    }
}
