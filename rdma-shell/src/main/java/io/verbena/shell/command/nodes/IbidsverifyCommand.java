package io.verbena.shell.command.nodes;

import io.verbena.diag.IdentifierCheck;
import io.verbena.shell.cli.FabricCommand.SubnetCommand;
import io.verbena.shell.cli.HelpText.Examples;
import io.verbena.shell.cli.HelpText.Exits;
import io.verbena.shell.cli.Result;
import io.verbena.shell.cli.Session;
import io.verbena.subnet.Subnet;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Examples("ibidsverify # Show missing and duplicate GUIDs and LIDs.")
@Exits(found = "an identifier is missing or not unique", partial = NodeListCommand.PARTIAL)
@Command(
        name = "ibidsverify",
        aliases = "ibidsverify.pl",
        description = "Checks that the GUIDs and LIDs of all nodes and ports exist and are unique.")
public final class IbidsverifyCommand extends SubnetCommand {
    @Option(names = "-R", description = "Accepted for compatibility; the subnet is always read again.")
    boolean again;

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
