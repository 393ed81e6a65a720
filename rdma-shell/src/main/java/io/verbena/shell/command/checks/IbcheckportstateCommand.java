package io.verbena.shell.command.checks;

import io.verbena.diag.check.PortCheck;
import io.verbena.shell.cli.Examples;
import io.verbena.shell.cli.Exits;
import java.util.Set;
import picocli.CommandLine.Command;

/** Checks whether a port is up. */
@Exits(found = "the port has a problem")
@Examples("ibcheckportstate 4 1 # Check port 1 of the switch with LID 4.")
@Command(name = "ibcheckportstate", description = "Checks that a port is up and active.")
public final class IbcheckportstateCommand extends PortCheckCommand {
    /** Called by picocli. */
    public IbcheckportstateCommand() {
        super(Set.of(PortCheck.STATE));
    }
}
