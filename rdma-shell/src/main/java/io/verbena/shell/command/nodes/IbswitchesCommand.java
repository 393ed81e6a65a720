package io.verbena.shell.command.nodes;

import io.verbena.iba.NodeType;
import io.verbena.shell.cli.Examples;
import io.verbena.shell.cli.Exits;
import java.util.List;
import picocli.CommandLine.Command;

/** Lists the switches of the subnet. */
@Examples({
    "ibswitches # List the switches.",
    "ibswitches topology.txt # List the switches in an output file of ibnetdiscover."
})
@Exits(partial = NodeListCommand.PARTIAL)
@Command(name = "ibswitches", description = "Lists the switches of the subnet.")
public final class IbswitchesCommand extends NodeListCommand {
    @Override
    List<NodeType> types() {
        return List.of(NodeType.SWITCH);
    }
}
