package io.verbena.shell.command.nodes;

import io.verbena.iba.NodeType;
import io.verbena.shell.cli.Examples;
import io.verbena.shell.cli.Exits;
import picocli.CommandLine.Command;

/** Shows channel adapters and their links in the format of ibnetdiscover. */
@Examples({"ibprintca # Show all channel adapters and their links.", "ibprintca -l # List their names."})
@Exits(partial = NodeListCommand.PARTIAL)
@Command(
        name = "ibprintca",
        aliases = "ibprintca.pl",
        description = "Shows channel adapters and their links in the format of ibnetdiscover.")
public final class IbprintcaCommand extends NodeStanzaCommand {
    @Override
    NodeType type() {
        return NodeType.CHANNEL_ADAPTER;
    }
}
