package io.verbena.shell.command.routing;

import io.verbena.diag.routing.Destinations;
import io.verbena.diag.routing.MulticastTable;
import io.verbena.diag.routing.TableRange;
import io.verbena.diag.routing.UnicastTable;
import io.verbena.error.RdmaException;
import io.verbena.path.Path;
import io.verbena.shell.cli.AddressOptions;
import io.verbena.shell.cli.EndPortOptions;
import io.verbena.shell.cli.Examples;
import io.verbena.shell.cli.FabricCommand;
import io.verbena.shell.cli.NameOptions;
import io.verbena.shell.cli.Result;
import io.verbena.shell.cli.Session;
import io.verbena.shell.view.ForwardingTableView;
import io.verbena.subnet.NodeNameMap;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The forwarding table of one switch. */
@Examples({
    "ibroute 4 # The forwarding table of the switch with LID 4.",
    "ibroute 4 0x10 0x20 # Only these LIDs.",
    "ibroute -M 4 # Its multicast forwarding table."
})
@Command(
        name = "ibroute",
        description = "Shows by which port a switch forwards to each LID, or by which ports to each multicast group.",
        footer = {
            "",
            "  ibroute 4              the entries of the switch with LID 4 that lead somewhere",
            "  ibroute 4 0x10 0x20    those of LIDs 0x10 to 0x20",
            "  ibroute -M -D 0,1      the multicast groups of the next switch"
        })
public final class IbrouteCommand extends FabricCommand {
    @Mixin
    EndPortOptions endPort = new EndPortOptions();

    @Mixin
    AddressOptions addressing = new AddressOptions();

    @Mixin
    NameOptions naming = new NameOptions();

    @Mixin
    TableOptions tables = new TableOptions();

    @Option(
            names = {"-M", "--Multicast"},
            description = "Show multicast groups; STARTLID and ENDLID are theirs.")
    boolean multicast;

    @Parameters(index = "0", paramLabel = "ADDRESS", description = "The switch.")
    String address;

    @Parameters(index = "1", arity = "0..1", paramLabel = "STARTLID", description = "The first LID.")
    @Nullable String first;

    @Parameters(index = "2", arity = "0..1", paramLabel = "ENDLID", description = "The last LID.")
    @Nullable String last;

    @Override
    protected EndPortOptions endPortOptions() {
        return endPort;
    }

    @Override
    protected Result run(Session session) {
        TableRange range = tables.range(first, last);
        NodeNameMap names = naming.read();
        try {
            Path path = addressing.smp(session, address);
            if (multicast) {
                MulticastTable table = MulticastTable.read(session.management(), path, names, range);
                return Result.of(table, found -> ForwardingTableView.text(found, tables.noDestinations, tables.all));
            }
            Destinations destinations =
                    tables.noDestinations ? Destinations.unknown() : Destinations.askedBy(session.management(), names);
            UnicastTable table = UnicastTable.read(session.management(), path, names, range, destinations);
            return Result.of(table, found -> ForwardingTableView.text(found, tables.noDestinations, tables.all));
        } catch (RdmaException e) {
            throw e.during("cannot read the forwarding table of " + address);
        }
    }
}
