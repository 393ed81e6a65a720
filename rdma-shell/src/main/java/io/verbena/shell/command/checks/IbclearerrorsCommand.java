package io.verbena.shell.command.checks;

import io.verbena.diag.counters.ErrorSurvey.Clearing;
import io.verbena.shell.cli.Examples;
import io.verbena.shell.cli.Exits;
import picocli.CommandLine.Command;

/** Clears the error counters of a subnet. */
@Exits(partial = ClearCommand.PARTIAL)
@Examples("ibclearerrors fabric.topo # Clear the error counters of the nodes in a file.")
@Command(
        name = "ibclearerrors",
        description = "Resets the error counters of all ports of the subnet and verifies the result.",
        footer = {"", "This changes counters that other programs may be reading."})
public final class IbclearerrorsCommand extends ClearCommand {
    /** Called by picocli. */
    public IbclearerrorsCommand() {
        super(new Clearing(true, false), "errors");
    }
}
