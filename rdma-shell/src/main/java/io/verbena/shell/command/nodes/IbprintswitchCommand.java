package io.verbena.shell.command.nodes;

import io.verbena.iba.NodeType;
import io.verbena.shell.cli.Examples;
import io.verbena.shell.cli.Exits;
import picocli.CommandLine.Command;

/** Shows a switch and its links as ibnetdiscover does. */
@Examples({"ibprintswitch leaf1 # One switch with its links.", "ibprintswitch -l # The names of all."})
@Exits(partial = NodeListCommand.PARTIAL)
@Command(
        name = "ibprintswitch",
        aliases = "ibprintswitch.pl",
        description = "Shows a switch and its links as ibnetdiscover does.")
public final class IbprintswitchCommand extends NodeStanzaCommand {
    @Override
    NodeType type() {
        return NodeType.SWITCH;
    }
}
