package io.verbena.shell.command.routing;

import io.verbena.diag.routing.Destinations;
import io.verbena.diag.routing.LftBalance;
import io.verbena.diag.routing.UnicastTable;
import io.verbena.diag.routing.UnicastTable.SwitchName;
import io.verbena.diag.routing.UnicastTable.TableRange;
import io.verbena.error.FileErrors;
import io.verbena.error.RdmaException;
import io.verbena.iba.Guid;
import io.verbena.path.DirectedPath;
import io.verbena.shell.cli.FabricCommand.NamedSubnetCommand;
import io.verbena.shell.cli.HelpText.Examples;
import io.verbena.shell.cli.HelpText.Exits;
import io.verbena.shell.cli.Result;
import io.verbena.shell.cli.Session;
import io.verbena.shell.command.routing.DumpCommand.TableSet;
import io.verbena.shell.view.Names;
import io.verbena.subnet.NodeNameMap;
import io.verbena.subnet.Subnet;
import io.verbena.subnet.cache.SubnetCache;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Examples("check_lft_balance # Show switches whose links carry different numbers of routes.")
@Exits(found = "a switch uses its links unevenly", partial = "the table of a switch could not be read")
@Command(
        name = "check_lft_balance",
        description = "Shows switches whose forwarding tables use their links unevenly.",
        footer = {
            "",
            "The links of a switch are used unevenly if the numbers of LIDs behind its ports differ by more than one. A"
                    + " port with a single LID behind it belongs to a host and is ignored."
        })
public final class CheckLftBalanceCommand extends NamedSubnetCommand {
    @Option(
            names = {"-l", "--lft"},
            paramLabel = "FILE",
            description = "Read the tables from this output file of dump_lfts instead of from the switches.")
    @Nullable Path tables;

    @Option(
            names = {"-i", "--ibnetdiscover-cache"},
            paramLabel = "FILE",
            description = "Alias of --load-cache.")
    @Nullable Path subnetFile;

    @Option(names = "-e", description = "Compare only ports that lead to the same node.")
    boolean byNeighbor;

    @Override
    protected Result run(Session session) {
        NodeNameMap names = naming.read();
        Subnet subnet = subnetFile == null ? session.subnet(discovery) : SubnetCache.read(subnetFile);
        List<UnicastTable> read;
        List<RdmaException> failures = subnet.failures();
        if (tables == null) {
            TableSet<UnicastTable> set = TableSet.read(
                    session,
                    subnet,
                    path -> UnicastTable.read(
                            session.management(), path, names, TableRange.USED, Destinations.unknown()));
            read = set.tables();
            failures = set.failures();
        } else {
            read = TableDump.read(tables);
        }
        LftBalance balance = LftBalance.of(subnet, read, byNeighbor);
        boolean all = options().verbosity() > 0;
        return Result.of(balance, found -> lines(found, all))
                .found(!balance.isBalanced())
                .without(failures);
    }

    /** Reads the output of {@code dump_lfts}, of Verbena or of the C program. */
    static final class TableDump {
        private static final Pattern HEAD = Pattern.compile(
                "Unicast lids \\[0x(\\p{XDigit}{1,4})-0x(\\p{XDigit}{1,4})] of switch .* guid 0x(\\p{XDigit}{1,16}) \\((.*)\\):");
        private static final Pattern ENTRY = Pattern.compile("0x(\\p{XDigit}{4}) (\\d{3}) .*");

        private final List<UnicastTable> tables = new ArrayList<>();
        private final List<UnicastTable.Entry> entries = new ArrayList<>();
        private @Nullable Matcher head;

        private TableDump() {}

        static List<UnicastTable> read(Path file) {
            TableDump dump = new TableDump();
            FileErrors.access("read the tables " + file, () -> Files.readAllLines(file))
                    .forEach(dump::line);
            dump.end();
            if (dump.tables.isEmpty()) {
                throw new RdmaException(
                        "the file " + file + " contains no forwarding table; expected the output of dump_lfts");
            }
            return dump.tables;
        }

        private void line(String line) {
            Matcher next = HEAD.matcher(line);
            Matcher entry = ENTRY.matcher(line);
            if (next.matches()) {
                end();
                head = next;
            } else if (head != null && entry.matches()) {
                entries.add(new UnicastTable.Entry(
                        Integer.parseInt(entry.group(1), 16), Integer.parseInt(entry.group(2)), null));
            }
        }

        private void end() {
            if (head != null) {
                SwitchName name =
                        new SwitchName(DirectedPath.self(), Guid.parse("0x" + head.group(3)), head.group(4), 254);
                int first = Integer.parseInt(head.group(1), 16);
                int last = Integer.parseInt(head.group(2), 16);
                tables.add(new UnicastTable(name, first, last, List.copyOf(entries)));
            }
            entries.clear();
            head = null;
        }
    }

    private static List<String> lines(LftBalance balance, boolean all) {
        List<String> lines = new ArrayList<>();
        for (LftBalance.SwitchUse node : balance.switches()) {
            if (all || !node.balanced()) {
                lines.add((node.balanced() ? "" : "Unbalanced ") + "Switch Port Usage: " + Names.printable(node.name())
                        + ", " + node.guid().toHex());
                node.ports().forEach(port -> lines.add("Port %03d: %d".formatted(port.port(), port.lids())));
            }
        }
        return lines;
    }
}
