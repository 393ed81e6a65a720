package io.verbena.shell.command.checks;

import io.verbena.diag.counters.ErrorSurvey.Clearing;
import io.verbena.shell.cli.Examples;
import io.verbena.shell.cli.Exits;
import picocli.CommandLine.Command;

/** Clears all counters of a subnet. */
@Exits(partial = ClearCommand.PARTIAL)
@Examples("ibclearcounters --dry-run # Show the number of nodes.")
@Command(
        name = "ibclearcounters",
        description = "Resets all counters of all ports of the subnet and verifies the result.",
        footer = {"", "This changes counters that other programs may be reading."})
public final class IbclearcountersCommand extends ClearCommand {
    /** Called by picocli. */
    public IbclearcountersCommand() {
        super(new Clearing(true, true), "errors and traffic");
    }
}
