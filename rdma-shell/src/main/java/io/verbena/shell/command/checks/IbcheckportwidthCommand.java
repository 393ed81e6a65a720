package io.verbena.shell.command.checks;

import io.verbena.diag.check.PortCheck;
import io.verbena.shell.cli.Examples;
import io.verbena.shell.cli.Exits;
import java.util.Set;
import picocli.CommandLine.Command;

/** Whether a port has all its lanes. */
@Exits(found = "the port is not well")
@Examples("ibcheckportwidth 4 1 # Port 1 of the switch with LID 4.")
@Command(name = "ibcheckportwidth", description = "Checks that the link of one port has more than one lane.")
public final class IbcheckportwidthCommand extends PortCheckCommand {
    /** Made by picocli. */
    public IbcheckportwidthCommand() {
        super(Set.of(PortCheck.WIDTH));
    }
}
