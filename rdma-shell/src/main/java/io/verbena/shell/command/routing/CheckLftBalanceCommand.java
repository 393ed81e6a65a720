package io.verbena.shell.command.routing;

import io.verbena.diag.routing.Destinations;
import io.verbena.diag.routing.LftBalance;
import io.verbena.diag.routing.TableRange;
import io.verbena.diag.routing.UnicastTable;
import io.verbena.error.RdmaException;
import io.verbena.mad.MadOptions;
import io.verbena.shell.cli.DiscoveryOptions;
import io.verbena.shell.cli.EndPortOptions;
import io.verbena.shell.cli.Examples;
import io.verbena.shell.cli.Exits;
import io.verbena.shell.cli.FabricCommand;
import io.verbena.shell.cli.NameOptions;
import io.verbena.shell.cli.Result;
import io.verbena.shell.cli.Session;
import io.verbena.shell.view.LftBalanceView;
import io.verbena.subnet.NodeNameMap;
import io.verbena.subnet.Subnet;
import io.verbena.subnet.cache.SubnetCache;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Finds switches that use their links unevenly. */
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
public final class CheckLftBalanceCommand extends FabricCommand {
    @Mixin
    EndPortOptions endPort = new EndPortOptions();

    @Mixin
    DiscoveryOptions discovery = new DiscoveryOptions();

    @Mixin
    NameOptions naming = new NameOptions();

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
    boolean byNeighbour;

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
        LftBalance balance = LftBalance.of(subnet, read, byNeighbour);
        boolean all = options().verbosity() > 0;
        return Result.of(balance, found -> LftBalanceView.text(found, all))
                .found(!balance.isBalanced())
                .without(failures);
    }
}
