package io.verbena.shell.command.checks;

import io.verbena.shell.cli.Examples;
import io.verbena.shell.cli.Exits;
import java.util.Set;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Checks whether counters of a subnet exceed their thresholds. */
@Exits(found = "a counter exceeds its threshold, or a node does not respond", partial = SubnetCheckCommand.PARTIAL)
@Examples({
    "ibcheckerrors # Show counters that exceed their thresholds.",
    "ibcheckerrors -b fabric.topo # Show only the ports, for the nodes in a file.",
    "ibcheckerrors -s > thresholds # Write the thresholds to a file for -T."
})
@Command(
        name = "ibcheckerrors",
        description =
                "Checks that all nodes of the subnet respond, and finds error counters that exceed their thresholds.",
        footer = {"", "A counter equal to its threshold does not exceed it. ibqueryerrors shows details."})
public final class IbcheckerrorsCommand extends SubnetCheckCommand {
    @Mixin
    ThresholdOptions counting = new ThresholdOptions();

    /** Called by picocli. */
    public IbcheckerrorsCommand() {
        super(Set.of(), "");
    }

    @Override
    ThresholdOptions counting() {
        return counting;
    }
}
