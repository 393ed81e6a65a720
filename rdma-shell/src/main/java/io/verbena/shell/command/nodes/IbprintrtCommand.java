package io.verbena.shell.command.nodes;

import io.verbena.iba.NodeType;
import io.verbena.shell.cli.Examples;
import io.verbena.shell.cli.Exits;
import picocli.CommandLine.Command;

/** Shows routers and their links in the format of ibnetdiscover. */
@Examples("ibprintrt # Show all routers and their links.")
@Exits(partial = NodeListCommand.PARTIAL)
@Command(
        name = "ibprintrt",
        aliases = "ibprintrt.pl",
        description = "Shows routers and their links in the format of ibnetdiscover.")
public final class IbprintrtCommand extends NodeStanzaCommand {
    @Override
    NodeType type() {
        return NodeType.ROUTER;
    }
}
