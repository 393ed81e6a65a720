package io.verbena.shell.command.checks;

import io.verbena.diag.check.CheckedNode;
import io.verbena.diag.check.NodeCheck;
import io.verbena.diag.check.PortCheck;
import io.verbena.error.RdmaException;
import io.verbena.shell.cli.EndPortOptions;
import io.verbena.shell.cli.FabricCommand;
import io.verbena.shell.cli.Numbers;
import io.verbena.shell.cli.Result;
import io.verbena.shell.cli.Session;
import io.verbena.shell.view.CheckView;
import java.util.Set;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Base class of checks of a port. */
abstract class PortCheckCommand extends FabricCommand {
    @Mixin
    EndPortOptions endPort = new EndPortOptions();

    @Mixin
    NodeTarget node = new NodeTarget();

    @Mixin
    ColourOption colours = new ColourOption();

    @Parameters(index = "1", paramLabel = "PORT", description = "Port number; 0 is the management port of a switch.")
    String port;

    private final Set<PortCheck> tests;

    /**
     * Creates the command.
     *
     * @param tests the checks to perform
     */
    PortCheckCommand(Set<PortCheck> tests) {
        this.tests = tests;
    }

    @Override
    protected EndPortOptions endPortOptions() {
        return endPort;
    }

    @Override
    protected Result run(Session session) {
        int number = Numbers.port("PORT", port);
        CheckedNode checked;
        try {
            checked = NodeCheck.of(session.management(), node.smp(session), number, tests);
        } catch (RdmaException e) {
            throw e.during("cannot check port " + number + " of " + node.address);
        }
        CheckView view = new CheckView(true, false, false, true);
        return Result.of(checked, found -> colours.paint(view.ofPorts(found))).found(!checked.isWell());
    }
}
