package io.verbena.shell.command.checks;

import io.verbena.diag.check.PortCheck;
import io.verbena.shell.cli.Examples;
import io.verbena.shell.cli.Exits;
import java.util.Set;
import picocli.CommandLine.Command;

/** Whether the links of a subnet have all their lanes. */
@Exits(found = SubnetCheckCommand.FOUND, partial = SubnetCheckCommand.PARTIAL)
@Examples("ibcheckwidth # Links with one lane.")
@Command(
        name = "ibcheckwidth",
        description = "Finds ports of the subnet whose link has one lane.",
        footer = {"", "iblinkinfo says which links could be wider by what both ends support."})
public final class IbcheckwidthCommand extends SubnetCheckCommand {
    /** Made by picocli. */
    public IbcheckwidthCommand() {
        super(Set.of(PortCheck.WIDTH), "ports with 1x width in error found");
    }
}
