package io.verbena.shell.command.nodes;

import io.verbena.iba.NodeType;
import io.verbena.shell.cli.Examples;
import io.verbena.shell.cli.Exits;
import picocli.CommandLine.Command;

/** Shows a channel adapter and its links as ibnetdiscover does. */
@Examples({"ibprintca # Every channel adapter with its links.", "ibprintca -l # Only their names."})
@Exits(partial = NodeListCommand.PARTIAL)
@Command(
        name = "ibprintca",
        aliases = "ibprintca.pl",
        description = "Shows a channel adapter and its links as ibnetdiscover does.")
public final class IbprintcaCommand extends NodeStanzaCommand {
    @Override
    NodeType type() {
        return NodeType.CHANNEL_ADAPTER;
    }
}
