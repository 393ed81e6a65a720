package io.verbena.shell.command.routing;

import io.verbena.diag.routing.Destinations;
import io.verbena.diag.routing.LinkUse;
import io.verbena.diag.routing.TableRange;
import io.verbena.diag.routing.UnicastTable;
import io.verbena.mad.MadOptions;
import io.verbena.shell.cli.DiscoveryOptions;
import io.verbena.shell.cli.EndPortOptions;
import io.verbena.shell.cli.Examples;
import io.verbena.shell.cli.Exits;
import io.verbena.shell.cli.FabricCommand;
import io.verbena.shell.cli.NameOptions;
import io.verbena.shell.cli.NodeFinder;
import io.verbena.shell.cli.NodeNames;
import io.verbena.shell.cli.Numbers;
import io.verbena.shell.cli.Result;
import io.verbena.shell.cli.Session;
import io.verbena.shell.view.LinkUseView;
import io.verbena.subnet.Node;
import io.verbena.subnet.NodeNameMap;
import io.verbena.subnet.Subnet;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Shows the nodes that are reached over a link. */
@Examples("ibfindnodesusing leaf1 3 # Show the nodes whose packets use the link of port 3 of leaf1.")
@Exits(partial = "part of the subnet did not respond")
@Command(
        name = "ibfindnodesusing",
        description = "Shows the channel adapters that are reached over a link, in both directions.")
public final class IbfindnodesusingCommand extends FabricCommand {
    @Mixin
    EndPortOptions endPort = new EndPortOptions();

    @Mixin
    DiscoveryOptions discovery = new DiscoveryOptions();

    @Mixin
    NameOptions naming = new NameOptions();

    @Option(names = "-R", description = "Accepted for compatibility; the subnet is always read again.")
    boolean again;

    @Parameters(index = "0", paramLabel = NodeNames.LABEL, description = "GUID or name of a switch.")
    String node;

    @Parameters(index = "1", paramLabel = "PORT", description = "Port number.")
    String port;

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
        int number = (int) Numbers.parse("PORT", port, Byte.SIZE);
        NodeNameMap names = naming.read();
        Subnet subnet = session.subnet(discovery);
        Node found = NodeFinder.find(subnet, node, names);
        LinkUse use = LinkUse.of(subnet, found, number, names, each -> table(session, subnet, each, names));
        return Result.of(use, LinkUseView::text).without(subnet.failures());
    }

    private static UnicastTable table(Session session, Subnet subnet, Node node, NodeNameMap names) {
        return UnicastTable.read(
                session.management(), TableSet.path(subnet, node), names, TableRange.USED, Destinations.unknown());
    }
}
