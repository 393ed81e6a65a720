package io.verbena.shell.command.checks;

import io.verbena.diag.check.PortCheck;
import io.verbena.shell.cli.Examples;
import io.verbena.shell.cli.Exits;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Checks a whole subnet. */
@Exits(found = SubnetCheckCommand.FOUND + ", or a counter exceeds its threshold", partial = SubnetCheckCommand.PARTIAL)
@Examples({
    "ibchecknet # Show all problems.",
    "ibchecknet -v -T thresholds fabric.topo # Check the nodes and links in a file with custom thresholds."
})
@Command(
        name = "ibchecknet",
        description = "Checks all nodes of the subnet, their connected ports, and their error counters.",
        footer = {"", "It combines ibchecknode, ibcheckport and ibcheckerrs for the whole subnet."})
public final class IbchecknetCommand extends SubnetCheckCommand {
    @Mixin
    ThresholdOptions counting = new ThresholdOptions();

    /** Called by picocli. */
    public IbchecknetCommand() {
        super(PortCheck.ALL, "bad ports found");
    }

    @Override
    ThresholdOptions counting() {
        return counting;
    }
}
