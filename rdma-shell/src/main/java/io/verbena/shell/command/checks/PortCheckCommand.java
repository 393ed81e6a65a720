package io.verbena.shell.command.checks;

import io.verbena.diag.check.CheckReport.CheckedNode;
import io.verbena.diag.check.NodeCheck;
import io.verbena.diag.check.PortCheck;
import io.verbena.path.IbPath;
import io.verbena.path.Path;
import io.verbena.shell.cli.AddressOptions;
import io.verbena.shell.cli.FabricCommand.EndPortCommand;
import io.verbena.shell.cli.HelpText.Examples;
import io.verbena.shell.cli.HelpText.Exits;
import io.verbena.shell.cli.Numbers;
import io.verbena.shell.cli.Result;
import io.verbena.shell.cli.Session;
import io.verbena.shell.view.CheckView;
import java.util.Set;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Base class of checks of a port. */
public abstract class PortCheckCommand extends EndPortCommand {
    @Mixin
    NodeTarget node = new NodeTarget();

    @Mixin
    ColorOption colors = new ColorOption();

    @Parameters(index = "1", paramLabel = "PORT", description = "Port number; 0 is the management port of a switch.")
    String port;

    private final Set<PortCheck> tests;

    PortCheckCommand(Set<PortCheck> tests) {
        this.tests = tests;
    }

    @Override
    protected Result run(Session session) {
        int number = Numbers.port("PORT", port);
        CheckedNode checked = during(
                "cannot check port " + number + " of " + node.address,
                () -> NodeCheck.of(session.management(), node.smp(session), number, tests));
        CheckView view = new CheckView(true, false, false, true);
        return Result.of(checked, found -> colors.paint(view.ofPorts(found))).found(!checked.isWell());
    }

    @Exits(found = "the port has a problem")
    @Examples("ibcheckport 4 1 # Check port 1 of the switch with LID 4.")
    @Command(name = "ibcheckport", description = "Checks the states, link width, LIDs and SM LID of a port.")
    public static final class IbcheckportCommand extends PortCheckCommand {
        IbcheckportCommand() {
            super(PortCheck.ALL);
        }
    }

    @Exits(found = "the port has a problem")
    @Examples("ibcheckportstate 4 1 # Check port 1 of the switch with LID 4.")
    @Command(name = "ibcheckportstate", description = "Checks that a port is up and active.")
    public static final class IbcheckportstateCommand extends PortCheckCommand {
        IbcheckportstateCommand() {
            super(Set.of(PortCheck.STATE));
        }
    }

    @Exits(found = "the port has a problem")
    @Examples("ibcheckportwidth 4 1 # Check port 1 of the switch with LID 4.")
    @Command(name = "ibcheckportwidth", description = "Checks that the link of a port is wider than 1X.")
    public static final class IbcheckportwidthCommand extends PortCheckCommand {
        IbcheckportwidthCommand() {
            super(Set.of(PortCheck.WIDTH));
        }
    }

    static final class NodeTarget {
        @Mixin
        AddressOptions addressing = new AddressOptions();

        @Parameters(index = "0", paramLabel = "ADDRESS", description = "LID, port GUID or directed route of the node.")
        String address;

        Path smp(Session session) {
            return addressing.smp(session, address);
        }

        IbPath gmp(Session session) {
            return addressing.gmp(session, address);
        }
    }
}
