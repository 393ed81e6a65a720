package io.verbena.shell.command.nodes;

import io.verbena.iba.NodeType;
import io.verbena.shell.cli.Examples;
import io.verbena.shell.cli.Exits;
import picocli.CommandLine.Command;

/** Shows a router and its links as ibnetdiscover does. */
@Examples("ibprintrt # Every router with its links.")
@Exits(partial = NodeListCommand.PARTIAL)
@Command(
        name = "ibprintrt",
        aliases = "ibprintrt.pl",
        description = "Shows a router and its links as ibnetdiscover does.")
public final class IbprintrtCommand extends NodeStanzaCommand {
    @Override
    NodeType type() {
        return NodeType.ROUTER;
    }
}
