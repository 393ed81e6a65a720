package io.verbena.shell.command.checks;

import io.verbena.diag.check.CheckedNode;
import io.verbena.diag.check.NodeCheck;
import io.verbena.error.RdmaException;
import io.verbena.shell.cli.EndPortCommand;
import io.verbena.shell.cli.Examples;
import io.verbena.shell.cli.Exits;
import io.verbena.shell.cli.Result;
import io.verbena.shell.cli.Session;
import io.verbena.shell.view.CheckView;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Checks whether a node responds. */
@Exits(found = "the node responds only in part")
@Examples({
    "ibchecknode 4 # Check the node with LID 4.",
    "ibchecknode -G 0x0008f10400410015 # Check a node by a port GUID."
})
@Command(name = "ibchecknode", description = "Checks that a node returns its NodeInfo and NodeDescription.")
public final class IbchecknodeCommand extends EndPortCommand {
    @Mixin
    NodeTarget node = new NodeTarget();

    @Mixin
    ColourOption colours = new ColourOption();

    @Override
    protected Result run(Session session) {
        CheckedNode checked;
        try {
            checked = NodeCheck.of(session.management(), node.smp(session));
        } catch (RdmaException e) {
            throw e.during("cannot check " + node.address);
        }
        CheckView view = new CheckView(false, false, false, true);
        return Result.of(checked, found -> colours.paint(view.of(found))).found(!checked.isWell());
    }
}
