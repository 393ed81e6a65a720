package io.verbena.shell.command.checks;

import io.verbena.diag.counters.ErrorSurvey.Clearing;
import io.verbena.shell.cli.Examples;
import io.verbena.shell.cli.Exits;
import picocli.CommandLine.Command;

/** Clears counters of errors of a subnet. */
@Exits(partial = ClearCommand.PARTIAL)
@Examples("ibclearerrors fabric.topo # Those of the nodes in a file.")
@Command(
        name = "ibclearerrors",
        description = "Makes the counters of errors of all ports of the subnet 0, and reads back that they are.",
        footer = {"", "This changes counters that others may be reading."})
public final class IbclearerrorsCommand extends ClearCommand {
    /** Made by picocli. */
    public IbclearerrorsCommand() {
        super(new Clearing(true, false), "errors");
    }
}
