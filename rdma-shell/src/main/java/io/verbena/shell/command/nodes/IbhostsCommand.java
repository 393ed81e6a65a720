package io.verbena.shell.command.nodes;

import io.verbena.iba.NodeType;
import io.verbena.shell.cli.Examples;
import io.verbena.shell.cli.Exits;
import java.util.List;
import picocli.CommandLine.Command;

/** Lists the channel adapters of the subnet. */
@Examples({"ibhosts # List the channel adapters.", "ibhosts --format json # List the channel adapters as JSON."})
@Exits(partial = NodeListCommand.PARTIAL)
@Command(name = "ibhosts", description = "Lists the channel adapters of the subnet.")
public final class IbhostsCommand extends NodeListCommand {
    @Override
    List<NodeType> types() {
        return List.of(NodeType.CHANNEL_ADAPTER);
    }
}
