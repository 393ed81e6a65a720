package io.verbena.shell.command.routing;

import io.verbena.diag.routing.Destinations;
import io.verbena.diag.routing.MulticastTable;
import io.verbena.diag.routing.UnicastTable;
import io.verbena.diag.routing.UnicastTable.TableRange;
import io.verbena.shell.cli.FabricCommand.SubnetCommand;
import io.verbena.shell.cli.HelpText.Examples;
import io.verbena.shell.cli.HelpText.Exits;
import io.verbena.shell.cli.NameOptions;
import io.verbena.shell.cli.Numbers;
import io.verbena.shell.cli.Result;
import io.verbena.shell.cli.Session;
import io.verbena.shell.view.ForwardingTableView;
import io.verbena.subnet.NodeNameMap;
import io.verbena.subnet.Subnet;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Base class of commands that show the forwarding tables of all switches. */
public abstract class DumpCommand extends SubnetCommand {
    @Mixin
    NameOptions naming = new NameOptions();

    @Mixin
    TableOptions tables = new TableOptions();

    @Option(names = "-D", description = "Discover the subnet by directed routes, which is the default.")
    boolean directed;

    @Parameters(index = "0", arity = "0..1", paramLabel = "STARTLID", description = "First LID of the range.")
    @Nullable String first;

    @Parameters(index = "1", arity = "0..1", paramLabel = "ENDLID", description = "Last LID of the range.")
    @Nullable String last;

    abstract boolean isMulticast();

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

    @Examples({
        "dump_fts # Show the forwarding tables of all switches.",
        "dump_fts -n 1 20 # Show these LIDs only, without node names."
    })
    @Exits(partial = "a switch did not respond")
    @Command(
            name = "dump_fts",
            aliases = {"dump_lfts", "dump_lfts.sh"},
            description = "Shows the forwarding tables of all switches of the subnet in the format of ibroute.")
    public static final class DumpFtsCommand extends DumpCommand {
        @Option(
                names = {"-M", "--Multicast"},
                description = "Show multicast groups in the range STARTLID to ENDLID.")
        boolean multicast;

        @Override
        boolean isMulticast() {
            return multicast;
        }
    }

    @Examples("dump_mfts # Show the multicast forwarding tables of all switches.")
    @Exits(partial = "a switch did not respond")
    @Command(
            name = "dump_mfts",
            aliases = "dump_mfts.sh",
            description =
                    "Shows the multicast forwarding tables of all switches of the subnet in the format of ibroute -M.")
    public static final class DumpMftsCommand extends DumpCommand {
        @Override
        boolean isMulticast() {
            return true;
        }
    }

    static final class TableOptions {
        @Option(
                names = {"-a", "--all"},
                description = "Also show invalid entries.")
        boolean all;

        @Option(
                names = {"-n", "--no_dests"},
                description = "Show no node names; for multicast groups, show port masks.")
        boolean noDestinations;

        TableRange range(@Nullable String first, @Nullable String last) {
            return new TableRange(
                    first == null ? null : (int) Numbers.parse("STARTLID", first, 16),
                    last == null ? null : (int) Numbers.parse("ENDLID", last, 16),
                    all);
        }
    }
}
