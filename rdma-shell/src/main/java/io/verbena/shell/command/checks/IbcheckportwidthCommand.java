package io.verbena.shell.command.checks;

import io.verbena.diag.check.PortCheck;
import io.verbena.shell.cli.Examples;
import io.verbena.shell.cli.Exits;
import java.util.Set;
import picocli.CommandLine.Command;

/** Checks whether a port uses more than one lane. */
@Exits(found = "the port has a problem")
@Examples("ibcheckportwidth 4 1 # Check port 1 of the switch with LID 4.")
@Command(name = "ibcheckportwidth", description = "Checks that the link of a port is wider than 1X.")
public final class IbcheckportwidthCommand extends PortCheckCommand {
    /** Called by picocli. */
    public IbcheckportwidthCommand() {
        super(Set.of(PortCheck.WIDTH));
    }
}
