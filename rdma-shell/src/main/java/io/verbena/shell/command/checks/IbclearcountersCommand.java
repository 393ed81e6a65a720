package io.verbena.shell.command.checks;

import io.verbena.diag.counters.ErrorSurvey.Clearing;
import io.verbena.shell.cli.Examples;
import io.verbena.shell.cli.Exits;
import picocli.CommandLine.Command;

/** Clears all counters of a subnet. */
@Exits(partial = ClearCommand.PARTIAL)
@Examples("ibclearcounters --dry-run # How many nodes it would clear.")
@Command(
        name = "ibclearcounters",
        description = "Makes all counters of all ports of the subnet 0, and reads back that they are.",
        footer = {"", "This changes counters that others may be reading."})
public final class IbclearcountersCommand extends ClearCommand {
    /** Made by picocli. */
    public IbclearcountersCommand() {
        super(new Clearing(true, true), "errors and traffic");
    }
}
