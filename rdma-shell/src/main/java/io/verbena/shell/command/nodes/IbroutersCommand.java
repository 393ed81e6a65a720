package io.verbena.shell.command.nodes;

import io.verbena.iba.NodeType;
import io.verbena.shell.cli.Examples;
import io.verbena.shell.cli.Exits;
import java.util.List;
import picocli.CommandLine.Command;

/** Lists the routers of the subnet. */
@Examples("ibrouters # List the routers.")
@Exits(partial = NodeListCommand.PARTIAL)
@Command(name = "ibrouters", description = "Lists the routers of the subnet.")
public final class IbroutersCommand extends NodeListCommand {
    @Override
    List<NodeType> types() {
        return List.of(NodeType.ROUTER);
    }
}
