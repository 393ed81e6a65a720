package io.verbena.shell.command.checks;

import io.verbena.diag.check.PortCheck;
import io.verbena.shell.cli.Examples;
import io.verbena.shell.cli.Exits;
import picocli.CommandLine.Command;

/** Whether a port is well. */
@Exits(found = "the port is not well")
@Examples("ibcheckport 4 1 # Port 1 of the switch with LID 4.")
@Command(name = "ibcheckport", description = "Checks one port: its states, its width, its LIDs and its subnet manager.")
public final class IbcheckportCommand extends PortCheckCommand {
    /** Made by picocli. */
    public IbcheckportCommand() {
        super(PortCheck.ALL);
    }
}
