package io.verbena.shell.command.nodes;

import io.verbena.error.RdmaException;
import io.verbena.iba.NodeType;
import io.verbena.mad.MadOptions;
import io.verbena.shell.cli.DiscoveryOptions;
import io.verbena.shell.cli.EndPortOptions;
import io.verbena.shell.cli.FabricCommand;
import io.verbena.shell.cli.NameOptions;
import io.verbena.shell.cli.NodeFinder;
import io.verbena.shell.cli.NodeNames;
import io.verbena.shell.cli.Result;
import io.verbena.shell.cli.Session;
import io.verbena.shell.view.NodeListView;
import io.verbena.shell.view.NodeStanzaView;
import io.verbena.shell.view.SubnetJson;
import io.verbena.subnet.Node;
import io.verbena.subnet.NodeNameMap;
import io.verbena.subnet.Subnet;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Base class of commands that show nodes of a type in the format of ibnetdiscover. */
abstract class NodeStanzaCommand extends FabricCommand {
    @Mixin
    EndPortOptions endPort = new EndPortOptions();

    @Mixin
    DiscoveryOptions discovery = new DiscoveryOptions();

    @Mixin
    NameOptions naming = new NameOptions();

    @Option(names = "-R", description = "Accepted for compatibility; the subnet is always read again.")
    boolean again;

    @Option(names = "-l", description = "List the nodes, one per line.")
    boolean list;

    @Parameters(arity = "0..1", paramLabel = NodeNames.LABEL, description = "GUID or name of a node (default: all).")
    @Nullable String node;

    abstract NodeType type();

    @Override
    protected EndPortOptions endPortOptions() {
        return endPort;
    }

    @Override
    protected MadOptions madOptions(MadOptions defaults) {
        return discovery.over(defaults);
    }

    @Override
    protected Result run(Session session) {
        NodeNameMap names = naming.read();
        Subnet subnet = session.subnet(discovery);
        List<Node> nodes = node == null ? subnet.nodes(type()) : List.of(named(subnet, node, names));
        return Result.of(
                        () -> list ? NodeListView.lines(nodes, names) : NodeStanzaView.text(subnet, nodes, names),
                        () -> SubnetJson.nodes(nodes, names))
                .without(subnet.failures());
    }

    private Node named(Subnet subnet, String word, NodeNameMap names) {
        Node found = NodeFinder.find(subnet, word, names);
        if (found.type() != type()) {
            throw new RdmaException(found + " is not a " + type().text() + " but a "
                    + found.type().text());
        }
        return found;
    }
}
