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

/** Whether identifiers are there, and unique. */
@Examples("ibidsverify # GUIDs and LIDs that more than one port has.")
@Exits(found = "an identifier that is missing or not unique", partial = NodeListCommand.PARTIAL)
@Command(
        name = "ibidsverify",
        aliases = "ibidsverify.pl",
        description = "Checks that every node and port has a GUID and a LID, and that no other has the same.")
public final class IbidsverifyCommand extends FabricCommand {
    @Mixin
    EndPortOptions endPort = new EndPortOptions();

    @Mixin
    DiscoveryOptions discovery = new DiscoveryOptions();

    @Option(names = "-R", description = "Read the subnet anew, which is always done.")
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
