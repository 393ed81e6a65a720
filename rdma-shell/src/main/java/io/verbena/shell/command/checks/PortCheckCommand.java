package io.verbena.shell.command.checks;

import io.verbena.diag.ErrorThresholds;
import io.verbena.diag.check.CheckReport.CheckedNode;
import io.verbena.diag.check.CheckReport.CheckedNode.CheckedPort;
import io.verbena.diag.check.CheckReport.CheckedNode.Problem;
import io.verbena.diag.check.CounterCheck;
import io.verbena.diag.check.NodeCheck;
import io.verbena.diag.check.PortCheck;
import io.verbena.diag.counters.CounterGroup;
import io.verbena.diag.counters.CounterReport.CounterReading;
import io.verbena.iba.PortCounters;
import io.verbena.path.IbPath;
import io.verbena.path.Path;
import io.verbena.shell.cli.AddressOptions;
import io.verbena.shell.cli.FabricCommand.AddressedCommand;
import io.verbena.shell.cli.FabricCommand.EndPortCommand;
import io.verbena.shell.cli.HelpText.Examples;
import io.verbena.shell.cli.HelpText.Exits;
import io.verbena.shell.cli.Numbers;
import io.verbena.shell.cli.Result;
import io.verbena.shell.cli.Session;
import io.verbena.shell.command.checks.IbdatacountsCommand.CounterTarget;
import io.verbena.shell.view.CheckView;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
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

    @Exits(found = "the node responds only in part")
    @Examples({
        "ibchecknode 4 # Check the node with LID 4.",
        "ibchecknode -G 0x0008f10400410015 # Check a node by a port GUID."
    })
    @Command(name = "ibchecknode", description = "Checks that a node returns its NodeInfo and NodeDescription.")
    public static final class IbchecknodeCommand extends EndPortCommand {
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

    @Exits(found = "a counter exceeds its threshold")
    @Examples({
        "ibcheckerrs 4 # Check the sums of all ports of the node with LID 4.",
        "ibcheckerrs -T thresholds 4 1 # Check port 1 with custom thresholds."
    })
    @Command(
            name = "ibcheckerrs",
            description = "Finds error counters of a port, or of all ports of a node, that exceed their thresholds.")
    public static final class IbcheckerrsCommand extends AddressedCommand {
        @Mixin
        ThresholdOptions counting = new ThresholdOptions();

        @Mixin
        ColorOption colors = new ColorOption();

        @Parameters(
                index = "0",
                arity = "0..1",
                paramLabel = "ADDRESS",
                description = "LID or port GUID of the node; not with -s.")
        @Nullable String address;

        @Parameters(
                index = "1",
                arity = "0..1",
                paramLabel = "PORT",
                description = "Port number; 255 for the sum of all ports (default: 255).")
        @Nullable String port;

        @Override
        protected Result run(Session session) {
            if (counting.show == (address != null)) {
                throw new IllegalArgumentException(
                        counting.show
                                ? "-s shows the thresholds and takes no address"
                                : "missing ADDRESS; to show the thresholds, give -s");
            }
            ErrorThresholds thresholds = counting.read();
            if (counting.show) {
                return ThresholdOptions.shown(thresholds);
            }
            CheckedNode checked = during(
                    "cannot check the counters of " + address,
                    () -> check(CounterTarget.find(session, () -> addressing.gmp(session, address), port), thresholds));
            CheckView view = new CheckView(false, true, counting.brief, true);
            return Result.of(checked, found -> colors.paint(view.ofPorts(found)))
                    .found(!checked.isWell());
        }

        private static CheckedNode check(CounterTarget target, ErrorThresholds thresholds) {
            CounterReading reading = target.sum()
                    ? target.agent().sum(CounterGroup.BASIC, target.ports(), true)
                    : target.agent().read(CounterGroup.BASIC, target.ports()).get(0);
            List<Problem> problems = CounterCheck.of((PortCounters) reading.counters(), thresholds);
            CheckedPort checked = new CheckedPort(target.path().dlid(), reading.port(), problems);
            return new CheckedNode(
                    target.info().nodeGuid(),
                    target.info().nodeType(),
                    target.name(),
                    target.path().dlid(),
                    List.of(),
                    List.of(checked));
        }
    }
}
