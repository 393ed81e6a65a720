package io.verbena.shell.command.nodes;

import io.verbena.diag.IdentifierCheck;
import io.verbena.mad.MadOptions;
import io.verbena.shell.cli.DiscoveryOptions;
import io.verbena.shell.cli.EndPortOptions;
import io.verbena.shell.cli.Examples;
import io.verbena.shell.cli.Exits;
import io.verbena.shell.cli.FabricCommand;
import io.verbena.shell.cli.Result;
import io.verbena.shell.cli.Session;
import io.verbena.subnet.Subnet;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Checks that GUIDs and LIDs exist and are unique. */
@Examples("ibidsverify # Show missing and duplicate GUIDs and LIDs.")
@Exits(found = "an identifier is missing or not unique", partial = NodeListCommand.PARTIAL)
@Command(
        name = "ibidsverify",
        aliases = "ibidsverify.pl",
        description = "Checks that the GUIDs and LIDs of all nodes and ports exist and are unique.")
public final class IbidsverifyCommand extends FabricCommand {
    @Mixin
    EndPortOptions endPort = new EndPortOptions();

    @Mixin
    DiscoveryOptions discovery = new DiscoveryOptions();

    @Option(names = "-R", description = "Accepted for compatibility; the subnet is always read again.")
    boolean again;

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
        Subnet subnet = session.subnet(discovery);
        IdentifierCheck check = IdentifierCheck.of(subnet);
        return Result.of(
                        check,
                        found -> found.problems().stream()
                                .map(IdentifierCheck.Problem::text)
                                .toList())
                .found(!check.problems().isEmpty())
                .without(subnet.failures());
    }
}
