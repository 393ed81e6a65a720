package io.verbena.shell.command.routing;

import io.verbena.diag.routing.Destinations;
import io.verbena.diag.routing.MulticastTable;
import io.verbena.diag.routing.UnicastTable;
import io.verbena.diag.routing.UnicastTable.TableRange;
import io.verbena.path.Path;
import io.verbena.shell.cli.DiscoveryOptions;
import io.verbena.shell.cli.FabricCommand.AddressedCommand;
import io.verbena.shell.cli.HelpText.Examples;
import io.verbena.shell.cli.NameOptions;
import io.verbena.shell.cli.Result;
import io.verbena.shell.cli.Session;
import io.verbena.shell.command.routing.DumpCommand.TableOptions;
import io.verbena.subnet.NodeNameMap;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Examples({
    "ibroute 4 # Show the forwarding table of the switch with LID 4.",
    "ibroute 4 0x10 0x20 # Show these LIDs only.",
    "ibroute -M 4 # Show its multicast forwarding table."
})
@Command(
        name = "ibroute",
        description =
                "Shows the forwarding table of a switch: the output port of each LID, or the output ports of each multicast group.",
        footer = {
            "",
            "  ibroute 4              the valid entries of the switch with LID 4",
            "  ibroute 4 0x10 0x20    the entries of LIDs 0x10 to 0x20",
            "  ibroute -M -D 0,1      the multicast groups of the neighboring switch",
            "",
            "With --discovery, --load-cache or --cached, the names of destinations come from a subnet that is read once."
        })
public final class IbrouteCommand extends AddressedCommand {
    @Mixin
    NameOptions naming = new NameOptions();

    @Mixin
    DiscoveryOptions discovery = new DiscoveryOptions();

    @Mixin
    TableOptions tables = new TableOptions();

    @Option(
            names = {"-M", "--Multicast"},
            description = "Show multicast groups in the range STARTLID to ENDLID.")
    boolean multicast;

    @Parameters(index = "0", paramLabel = "ADDRESS", description = "Address of the switch.")
    String address;

    @Parameters(index = "1", arity = "0..1", paramLabel = "STARTLID", description = "First LID of the range.")
    @Nullable String first;

    @Parameters(index = "2", arity = "0..1", paramLabel = "ENDLID", description = "Last LID of the range.")
    @Nullable String last;

    @Override
    protected Result run(Session session) {
        TableRange range = tables.range(first, last);
        NodeNameMap names = naming.read();
        return during("cannot read the forwarding table of " + address, () -> {
            Path path = addressing.smp(session, address);
            if (multicast) {
                MulticastTable table = MulticastTable.read(session.management(), path, names, range);
                return Result.of(table, tables.view(false)::of);
            }
            Destinations destinations = tables.noDestinations
                    ? Destinations.unknown()
                    : discovery.isRequested()
                            ? Destinations.of(session.subnet(discovery), names)
                            : Destinations.askedBy(session.management(), names);
            UnicastTable table = UnicastTable.read(session.management(), path, names, range, destinations);
            return Result.of(table, tables.view(false)::of);
        });
    }
}
