package io.verbena.shell.command.checks;

import io.verbena.diag.check.PortCheck;
import io.verbena.shell.cli.Examples;
import io.verbena.shell.cli.Exits;
import java.util.Set;
import picocli.CommandLine.Command;

/** Whether the links of a subnet are up. */
@Exits(found = SubnetCheckCommand.FOUND, partial = SubnetCheckCommand.PARTIAL)
@Examples({
    "ibcheckstate # Links that are not up, or not active.",
    "ibcheckstate yesterday.topo # Those of the links that were there yesterday."
})
@Command(
        name = "ibcheckstate",
        description = "Finds ports of the subnet that have a link, but are not up or not active.",
        footer = {"", "Each node is asked by its LID whether it answers, too. -v shows what is well."})
public final class IbcheckstateCommand extends SubnetCheckCommand {
    /** Made by picocli. */
    public IbcheckstateCommand() {
        super(Set.of(PortCheck.STATE), "ports with bad state found");
    }
}
