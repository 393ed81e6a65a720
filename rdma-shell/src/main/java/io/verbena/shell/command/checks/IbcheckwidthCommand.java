package io.verbena.shell.command.checks;

import io.verbena.diag.check.PortCheck;
import io.verbena.shell.cli.Examples;
import io.verbena.shell.cli.Exits;
import java.util.Set;
import picocli.CommandLine.Command;

/** Checks whether the links of a subnet use more than one lane. */
@Exits(found = SubnetCheckCommand.FOUND, partial = SubnetCheckCommand.PARTIAL)
@Examples("ibcheckwidth # Show links of width 1X.")
@Command(
        name = "ibcheckwidth",
        description = "Finds ports of the subnet whose link width is 1X.",
        footer = {"", "iblinkinfo shows links that are narrower than both ends support."})
public final class IbcheckwidthCommand extends SubnetCheckCommand {
    /** Called by picocli. */
    public IbcheckwidthCommand() {
        super(Set.of(PortCheck.WIDTH), "ports with 1x width in error found");
    }
}
