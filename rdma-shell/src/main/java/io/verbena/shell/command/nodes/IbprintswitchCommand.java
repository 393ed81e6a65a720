package io.verbena.shell.command.nodes;

import io.verbena.iba.NodeType;
import io.verbena.shell.cli.Examples;
import io.verbena.shell.cli.Exits;
import picocli.CommandLine.Command;

/** Shows switches and their links in the format of ibnetdiscover. */
@Examples({"ibprintswitch leaf1 # Show a switch and its links.", "ibprintswitch -l # List the names of all switches."})
@Exits(partial = NodeListCommand.PARTIAL)
@Command(
        name = "ibprintswitch",
        aliases = "ibprintswitch.pl",
        description = "Shows switches and their links in the format of ibnetdiscover.")
public final class IbprintswitchCommand extends NodeStanzaCommand {
    @Override
    NodeType type() {
        return NodeType.SWITCH;
    }
}
