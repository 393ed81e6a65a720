package io.verbena.shell.command.checks;

import io.verbena.diag.check.PortCheck;
import io.verbena.shell.cli.Examples;
import io.verbena.shell.cli.Exits;
import java.util.Set;
import picocli.CommandLine.Command;

/** Checks whether the links of a subnet are up. */
@Exits(found = SubnetCheckCommand.FOUND, partial = SubnetCheckCommand.PARTIAL)
@Examples({
    "ibcheckstate # Show links that are not up or not active.",
    "ibcheckstate yesterday.topo # Check the links in a file."
})
@Command(
        name = "ibcheckstate",
        description = "Finds connected ports of the subnet that are not up or not active.",
        footer = {"", "It also checks that each node responds at its LID. -v shows successful checks."})
public final class IbcheckstateCommand extends SubnetCheckCommand {
    /** Called by picocli. */
    public IbcheckstateCommand() {
        super(Set.of(PortCheck.STATE), "ports with bad state found");
    }
}
