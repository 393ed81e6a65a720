package io.verbena.shell.command.nodes;

import io.verbena.iba.NodeType;
import io.verbena.shell.cli.Examples;
import io.verbena.shell.cli.Exits;
import java.util.List;
import picocli.CommandLine.Command;

/** Lists the channel adapters and then the switches of the subnet. */
@Examples("ibnodes # List channel adapters, then switches.")
@Exits(partial = NodeListCommand.PARTIAL)
@Command(name = "ibnodes", description = "Lists the channel adapters and then the switches of the subnet.")
public final class IbnodesCommand extends NodeListCommand {
    @Override
    List<NodeType> types() {
        return List.of(NodeType.CHANNEL_ADAPTER, NodeType.SWITCH);
    }
}
