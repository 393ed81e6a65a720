package io.verbena.shell.command.routing;

import io.verbena.diag.routing.Destinations;
import io.verbena.diag.routing.MulticastTable;
import io.verbena.diag.routing.UnicastTable;
import io.verbena.diag.routing.UnicastTable.TableRange;
import io.verbena.error.RdmaException;
import io.verbena.iba.NodeType;
import io.verbena.path.Path;
import io.verbena.shell.cli.FabricCommand.NamedSubnetCommand;
import io.verbena.shell.cli.HelpText.Examples;
import io.verbena.shell.cli.HelpText.Exits;
import io.verbena.shell.cli.Numbers;
import io.verbena.shell.cli.Progress;
import io.verbena.shell.cli.Result;
import io.verbena.shell.cli.Session;
import io.verbena.shell.view.ForwardingTableView;
import io.verbena.subnet.Node;
import io.verbena.subnet.NodeNameMap;
import io.verbena.subnet.Port;
import io.verbena.subnet.Subnet;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Base class of commands that show the forwarding tables of all switches. */
public abstract class DumpCommand extends NamedSubnetCommand {
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
        ForwardingTableView view = tables.view(true);
        if (isMulticast()) {
            TableSet<MulticastTable> read = TableSet.read(
                    session, subnet, path -> MulticastTable.read(session.management(), path, names, range));
            return result(read, view::of);
        }
        Destinations destinations = tables.noDestinations ? Destinations.unknown() : Destinations.of(subnet, names);
        TableSet<UnicastTable> read = TableSet.read(
                session, subnet, path -> UnicastTable.read(session.management(), path, names, range, destinations));
        return result(read, view::of);
    }

    private static <T> Result result(TableSet<T> read, Function<T, List<String>> view) {
        return Result.of(
                        read.tables(),
                        found -> found.stream()
                                .flatMap(table -> view.apply(table).stream())
                                .toList())
                .without(read.failures());
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

        ForwardingTableView view(boolean dump) {
            return new ForwardingTableView(noDestinations, all, dump);
        }

        TableRange range(@Nullable String first, @Nullable String last) {
            return new TableRange(
                    first == null ? null : (int) Numbers.parse("STARTLID", first, 16),
                    last == null ? null : (int) Numbers.parse("ENDLID", last, 16),
                    all);
        }
    }

    /**
     * The tables of all switches.
     *
     * @param tables the tables that were read
     * @param failures the failures of the discovery, and the switches whose tables could not be read
     */
    record TableSet<T>(List<T> tables, List<RdmaException> failures) {

        /** Reads the tables, nearest switch first, and shows progress on a terminal. */
        static <T> TableSet<T> read(Session session, Subnet subnet, Function<Path, T> reader) {
            List<Node> switches = subnet.nodes(NodeType.SWITCH);
            List<T> tables = new CopyOnWriteArrayList<>();
            List<RdmaException> failures = new ArrayList<>(subnet.failures());
            AtomicInteger done = new AtomicInteger();
            return session.withProgress(
                    () -> Progress.with(
                            done + " of " + switches.size() + " switches", done.get() - tables.size(), "failed"),
                    () -> {
                        for (Node node : switches) {
                            try {
                                tables.add(reader.apply(path(subnet, node)));
                            } catch (RdmaException e) {
                                failures.add(e.during("cannot read the table of " + node));
                            }
                            done.incrementAndGet();
                        }
                        return new TableSet<>(List.copyOf(tables), List.copyOf(failures));
                    });
        }

        /** Returns a directed route if there is one, because it does not depend on the tables that are read. */
        static Path path(Subnet subnet, Node node) {
            return subnet.pathTo(node)
                    .or(() -> node.port(0).flatMap(Port::lidPath))
                    .orElseThrow(() -> new RdmaException("the switch has neither a path nor a LID"));
        }
    }
}
