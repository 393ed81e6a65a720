package io.verbena.shell.command.checks;

import io.verbena.diag.check.PortCheck;
import io.verbena.shell.cli.Examples;
import io.verbena.shell.cli.Exits;
import picocli.CommandLine.Command;

/** Checks a port. */
@Exits(found = "the port has a problem")
@Examples("ibcheckport 4 1 # Check port 1 of the switch with LID 4.")
@Command(name = "ibcheckport", description = "Checks the states, link width, LIDs and SM LID of a port.")
public final class IbcheckportCommand extends PortCheckCommand {
    /** Called by picocli. */
    public IbcheckportCommand() {
        super(PortCheck.ALL);
    }
}
