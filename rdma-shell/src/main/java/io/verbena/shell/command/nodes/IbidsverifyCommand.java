package io.verbena.shell.command.nodes;

import io.verbena.diag.IdentifierCheck;
import io.verbena.diag.IdentifierCheck.Problem;
import io.verbena.iba.PortState;
import io.verbena.shell.cli.FabricCommand.SubnetCommand;
import io.verbena.shell.cli.HelpText.Examples;
import io.verbena.shell.cli.HelpText.Exits;
import io.verbena.shell.cli.Result;
import io.verbena.shell.cli.Session;
import io.verbena.subnet.Subnet;
import java.util.ArrayList;
import java.util.List;
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

    @Option(
            names = {"-N", "--nocolor", "-nocolor"},
            description = "Accepted for compatibility; the output has no colors.")
    boolean noColors;

    @Option(names = "--up", description = "Leave out ports that are down.")
    boolean up;

    @Override
    protected Result run(Session session) {
        Subnet subnet = session.subnet(discovery);
        List<Problem> problems = new ArrayList<>();
        IdentifierCheck.run(subnet, (kind, text, ports) -> {
            if (!up || ports.stream().anyMatch(port -> port.state() != PortState.DOWN)) {
                problems.add(new Problem(kind, text));
            }
        });
        IdentifierCheck check = new IdentifierCheck(List.copyOf(problems));
        return Result.of(
                        check,
                        found -> found.problems().stream().map(Problem::text).toList())
                .found(!check.problems().isEmpty())
                .without(subnet.failures());
    }
}
