package io.verbena.shell.command.routing;

import io.verbena.diag.routing.Destinations;
import io.verbena.diag.routing.MulticastTable;
import io.verbena.diag.routing.TableRange;
import io.verbena.diag.routing.UnicastTable;
import io.verbena.mad.MadOptions;
import io.verbena.shell.cli.DiscoveryOptions;
import io.verbena.shell.cli.EndPortOptions;
import io.verbena.shell.cli.FabricCommand;
import io.verbena.shell.cli.NameOptions;
import io.verbena.shell.cli.Result;
import io.verbena.shell.cli.Session;
import io.verbena.shell.view.ForwardingTableView;
import io.verbena.subnet.NodeNameMap;
import io.verbena.subnet.Subnet;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Base class of commands that show the forwarding tables of all switches. */
abstract class DumpCommand extends FabricCommand {
    @Mixin
    EndPortOptions endPort = new EndPortOptions();

    @Mixin
    DiscoveryOptions discovery = new DiscoveryOptions();

    @Mixin
    NameOptions naming = new NameOptions();

    @Mixin
    TableOptions tables = new TableOptions();

    @Parameters(index = "0", arity = "0..1", paramLabel = "STARTLID", description = "First LID of the range.")
    @Nullable String first;

    @Parameters(index = "1", arity = "0..1", paramLabel = "ENDLID", description = "Last LID of the range.")
    @Nullable String last;

    /** Returns whether multicast groups are shown. */
    abstract boolean isMulticast();

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
        TableRange range = tables.range(first, last);
        NodeNameMap names = naming.read();
        Subnet subnet = session.subnet(discovery);
        if (isMulticast()) {
            TableSet<MulticastTable> read = TableSet.read(
                    session, subnet, path -> MulticastTable.read(session.management(), path, names, range));
            return Result.of(read.tables(), this::multicast).without(read.failures());
        }
        Destinations destinations = tables.noDestinations ? Destinations.unknown() : Destinations.of(subnet, names);
        TableSet<UnicastTable> read = TableSet.read(
                session, subnet, path -> UnicastTable.read(session.management(), path, names, range, destinations));
        return Result.of(read.tables(), this::unicast).without(read.failures());
    }

    private List<String> unicast(List<UnicastTable> found) {
        return found.stream()
                .flatMap(table -> ForwardingTableView.dump(table, tables.noDestinations, tables.all).stream())
                .toList();
    }

    private List<String> multicast(List<MulticastTable> found) {
        return found.stream()
                .flatMap(table -> ForwardingTableView.dump(table, tables.noDestinations, tables.all).stream())
                .toList();
    }
}
