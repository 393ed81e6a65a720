package io.verbena.shell.command.nodes;

import io.verbena.error.RdmaException;
import io.verbena.iba.NodeType;
import io.verbena.shell.cli.Examples;
import io.verbena.shell.cli.Exits;
import io.verbena.shell.cli.KnownNames;
import io.verbena.shell.cli.NameOptions;
import io.verbena.shell.cli.Result;
import io.verbena.shell.cli.Session;
import io.verbena.shell.cli.SubnetCommand;
import io.verbena.shell.view.SubnetDocument;
import io.verbena.shell.view.TopologyView;
import io.verbena.subnet.Node;
import io.verbena.subnet.NodeNameMap;
import io.verbena.subnet.Subnet;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Base class of commands that show nodes of a type in the format of ibnetdiscover. */
public abstract class NodeStanzaCommand extends SubnetCommand {
    @Mixin
    NameOptions naming = new NameOptions();

    @Option(names = "-R", description = "Accepted for compatibility; the subnet is always read again.")
    boolean again;

    @Option(names = "-l", description = "List the nodes, one per line.")
    boolean list;

    @Parameters(arity = "0..1", paramLabel = KnownNames.NODE, description = "GUID or name of a node (default: all).")
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

    /** Shows channel adapters and their links in the format of ibnetdiscover. */
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

    /** Shows switches and their links in the format of ibnetdiscover. */
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

    /** Shows routers and their links in the format of ibnetdiscover. */
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
