package io.verbena.shell.command.checks;

import io.verbena.diag.ErrorThresholds;
import io.verbena.diag.check.CheckReport.CheckedNode;
import io.verbena.diag.check.CheckReport.CheckedNode.CheckedPort;
import io.verbena.diag.check.CheckReport.CheckedNode.Problem;
import io.verbena.diag.check.CounterCheck;
import io.verbena.diag.counters.CounterGroup;
import io.verbena.diag.counters.CounterReport.CounterReading;
import io.verbena.iba.PortCounters;
import io.verbena.shell.cli.FabricCommand.AddressedCommand;
import io.verbena.shell.cli.HelpText.Examples;
import io.verbena.shell.cli.HelpText.Exits;
import io.verbena.shell.cli.Result;
import io.verbena.shell.cli.Session;
import io.verbena.shell.command.checks.IbdatacountsCommand.CounterTarget;
import io.verbena.shell.view.CheckView;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

@Exits(found = "a counter exceeds its threshold")
@Examples({
    "ibcheckerrs 4 # Check the sums of all ports of the node with LID 4.",
    "ibcheckerrs -T thresholds 4 1 # Check port 1 with custom thresholds."
})
@Command(
        name = "ibcheckerrs",
        description = "Finds error counters of a port, or of all ports of a node, that exceed their thresholds.")
public final class IbcheckerrsCommand extends AddressedCommand {
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
        return Result.of(checked, found -> colors.paint(view.ofPorts(found))).found(!checked.isWell());
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
