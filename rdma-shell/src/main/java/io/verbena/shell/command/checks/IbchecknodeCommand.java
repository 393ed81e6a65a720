package io.verbena.shell.command.checks;

import io.verbena.diag.check.CheckReport.CheckedNode;
import io.verbena.diag.check.NodeCheck;
import io.verbena.shell.cli.FabricCommand.EndPortCommand;
import io.verbena.shell.cli.HelpText.Examples;
import io.verbena.shell.cli.HelpText.Exits;
import io.verbena.shell.cli.Result;
import io.verbena.shell.cli.Session;
import io.verbena.shell.command.checks.PortCheckCommand.NodeTarget;
import io.verbena.shell.view.CheckView;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

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
    ColorOption colors = new ColorOption();

    @Override
    protected Result run(Session session) {
        CheckedNode checked =
                during("cannot check " + node.address, () -> NodeCheck.of(session.management(), node.smp(session)));
        CheckView view = new CheckView(false, false, false, true);
        return Result.of(checked, found -> colors.paint(view.of(found))).found(!checked.isWell());
    }
}
