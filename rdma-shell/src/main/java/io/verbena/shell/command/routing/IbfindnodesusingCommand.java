package io.verbena.shell.command.routing;

import io.verbena.diag.routing.Destinations;
import io.verbena.diag.routing.LinkUse;
import io.verbena.diag.routing.UnicastTable;
import io.verbena.diag.routing.UnicastTable.TableRange;
import io.verbena.shell.cli.AddressOptions;
import io.verbena.shell.cli.FabricCommand.NamedSubnetCommand;
import io.verbena.shell.cli.HelpText.Examples;
import io.verbena.shell.cli.HelpText.Exits;
import io.verbena.shell.cli.KnownNames;
import io.verbena.shell.cli.NameOptions;
import io.verbena.shell.cli.Numbers;
import io.verbena.shell.cli.Result;
import io.verbena.shell.cli.Session;
import io.verbena.shell.command.routing.DumpCommand.TableSet;
import io.verbena.shell.view.Names;
import io.verbena.subnet.Node;
import io.verbena.subnet.NodeNameMap;
import io.verbena.subnet.Subnet;
import java.util.List;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Examples("ibfindnodesusing leaf1 3 # Show the nodes whose packets use the link of port 3 of leaf1.")
@Exits(partial = "part of the subnet did not respond")
@Command(
        name = "ibfindnodesusing",
        aliases = "ibfindnodesusing.pl",
        description = "Shows the channel adapters that are reached over a link, in both directions.")
public final class IbfindnodesusingCommand extends NamedSubnetCommand {
    @Mixin
    AddressOptions addressing = new AddressOptions();

    @Option(
            names = {"-a", "--all"},
            description = "Also show the switches and routers that are reached.")
    boolean all;

    @Option(names = "-R", description = "Accepted for compatibility; the subnet is always read again.")
    boolean again;

    @Parameters(
            index = "0",
            paramLabel = KnownNames.NODE,
            description = "Switch: a GUID, a name, or an address of the kind that -L, -G or -D selects.")
    String node;

    @Parameters(index = "1", paramLabel = "PORT", description = "Port number.")
    String port;

    @Override
    protected Result run(Session session) {
        int number = (int) Numbers.parse("PORT", port, Byte.SIZE);
        NodeNameMap names = naming.read();
        Subnet subnet = session.subnet(discovery);
        Node found = addressing.node(subnet, node).orElseGet(() -> NameOptions.node(subnet, node, names));
        LinkUse use = LinkUse.of(subnet, found, number, all, names, each -> table(session, subnet, each, names));
        return Result.of(use, IbfindnodesusingCommand::lines).without(subnet.failures());
    }

    private static UnicastTable table(Session session, Subnet subnet, Node node, NodeNameMap names) {
        return UnicastTable.read(
                session.management(), TableSet.path(subnet, node), names, TableRange.USED, Destinations.unknown());
    }

    private static List<String> lines(LinkUse use) {
        String near = use.near().guid().toHex() + " " + use.near().port() + " (\""
                + Names.printable(use.near().name()) + "\")";
        LinkUse.End far = use.far();
        String end =
                far == null ? "  ()" : far.guid().toHex() + " " + far.port() + " (" + Names.printable(far.name()) + ")";
        return List.of(
                near + "  ==>>  " + end, names(use.outbound()), "", near + "  <<==  " + end, names(use.inbound()));
    }

    private static String names(List<String> names) {
        return names.stream().map(name -> " " + Names.printable(name)).collect(Collectors.joining());
    }
}
