package io.verbena.shell.command.checks;

import io.verbena.shell.cli.Examples;
import io.verbena.shell.cli.Exits;
import java.util.Set;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Whether counters of a subnet are over their thresholds. */
@Exits(found = "a counter is over its threshold, or a node does not answer", partial = SubnetCheckCommand.PARTIAL)
@Examples({
    "ibcheckerrors # Counters that are over their thresholds.",
    "ibcheckerrors -b fabric.topo # Only at which ports, of the nodes in a file.",
    "ibcheckerrors -s > thresholds # A file to change, and to be read by -T."
})
@Command(
        name = "ibcheckerrors",
        description = "Checks that all nodes of the subnet answer, and finds counters of errors over their thresholds.",
        footer = {"", "A counter that is as high as its threshold is not over it. ibqueryerrors tells more of each."})
public final class IbcheckerrorsCommand extends SubnetCheckCommand {
    @Mixin
    ThresholdOptions counting = new ThresholdOptions();

    /** Made by picocli. */
    public IbcheckerrorsCommand() {
        super(Set.of(), "");
    }

    @Override
    ThresholdOptions counting() {
        return counting;
    }
}
