package io.verbena.shell.command.checks;

import io.verbena.diag.check.PortCheck;
import io.verbena.shell.cli.Examples;
import io.verbena.shell.cli.Exits;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** All checks of a subnet. */
@Exits(found = SubnetCheckCommand.FOUND + ", or a counter over its threshold", partial = SubnetCheckCommand.PARTIAL)
@Examples({
    "ibchecknet # All that is not well.",
    "ibchecknet -v -T thresholds fabric.topo # The nodes and links in a file, with thresholds of one's own."
})
@Command(
        name = "ibchecknet",
        description = "Checks all nodes of the subnet, their ports that have links, and the counters of errors.",
        footer = {"", "It does what ibchecknode, ibcheckport and ibcheckerrs do, for all of them at once."})
public final class IbchecknetCommand extends SubnetCheckCommand {
    @Mixin
    ThresholdOptions counting = new ThresholdOptions();

    /** Made by picocli. */
    public IbchecknetCommand() {
        super(PortCheck.ALL, "bad ports found");
    }

    @Override
    ThresholdOptions counting() {
        return counting;
    }
}
