package io.verbena.shell.command.checks;

import io.verbena.diag.check.PortCheck;
import io.verbena.shell.cli.Examples;
import io.verbena.shell.cli.Exits;
import java.util.Set;
import picocli.CommandLine.Command;

/** Whether a port is up. */
@Exits(found = "the port is not well")
@Examples("ibcheckportstate 4 1 # Port 1 of the switch with LID 4.")
@Command(name = "ibcheckportstate", description = "Checks that one port is up and active.")
public final class IbcheckportstateCommand extends PortCheckCommand {
    /** Made by picocli. */
    public IbcheckportstateCommand() {
        super(Set.of(PortCheck.STATE));
    }
}
