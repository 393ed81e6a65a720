package io.verbena.shell.command.checks;

import io.verbena.diag.ErrorThresholds;
import io.verbena.diag.NodePaths;
import io.verbena.diag.counters.ErrorSurvey;
import io.verbena.diag.counters.PortTraffic;
import io.verbena.diag.link.LinkSurvey;
import io.verbena.error.RdmaException;
import io.verbena.iba.DottedText;
import io.verbena.mad.MadOptions;
import io.verbena.shell.cli.FabricCommand.EndPortCommand;
import io.verbena.shell.cli.HelpText.Examples;
import io.verbena.shell.cli.HelpText.Exits;
import io.verbena.shell.cli.Result;
import io.verbena.shell.cli.Session;
import io.verbena.shell.command.checks.PortCheckCommand.NodeTarget;
import io.verbena.shell.view.Names;
import io.verbena.subnet.NodeNameMap;
import io.verbena.subnet.Subnet;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Examples({
    "ibdatacounts 4 # Show the sums of all ports of the node with LID 4.",
    "ibdatacounts 4 1 # Show port 1 of this node."
})
@Command(
        name = "ibdatacounts",
        description = "Shows packet and data counters of a port, or of all ports of a node.",
        footer = {"", "Data counters are in units of four octets."})
public final class IbdatacountsCommand extends EndPortCommand {
    @Mixin
    NodeTarget node = new NodeTarget();

    @Mixin
    TrafficOptions shown = new TrafficOptions();

    @Parameters(
            index = "1",
            arity = "0..1",
            paramLabel = "PORT",
            description = "Port number; 255 for the sum of all ports (default: 255).")
    @Nullable String port;

    @Override
    protected Result run(Session session) {
        if (shown.showThresholds) {
            return shown.shownThresholds();
        }
        ErrorThresholds thresholds = shown.thresholds();
        try {
            CounterTarget target = CounterTarget.find(session, () -> node.gmp(session), port);
            PortTraffic traffic = PortTraffic.read(
                    target.agent(), target.name(), target.path().dlid(), target.ports(), target.sum());
            return Result.of(shown.selected(List.of(traffic), thresholds), shown::lines);
        } catch (RdmaException e) {
            throw e.during("cannot read the traffic of " + node.address);
        }
    }

    static final class TrafficOptions {
        @Option(
                names = {"-b", "--brief"},
                description = "Show one line per port.")
        boolean brief;

        @Option(
                names = {"-N", "--nocolor", "-nocolor"},
                description = "Accepted for compatibility; the output has no colors.")
        boolean noColors;

        @Option(
                names = "-T",
                paramLabel = "FILE",
                description =
                        "Show only counters that exceed their thresholds in this file of NAME=NUMBER lines, for example"
                                + " PortXmitData=1000000; the threshold of other counters is 0.")
        @Nullable Path thresholdFile;

        @Option(
                names = {"-s", "--show_thresholds"},
                description = "Show the thresholds in the format of -T, and read no counters.")
        boolean showThresholds;

        /** Returns the thresholds; null to show all counters. */
        @Nullable ErrorThresholds thresholds() {
            return thresholdFile == null ? null : ErrorThresholds.read(thresholdFile, PortTraffic.COUNTERS);
        }

        Result shownThresholds() {
            ErrorThresholds thresholds = thresholds();
            return ThresholdOptions.shown(thresholds == null ? ErrorThresholds.NONE : thresholds, PortTraffic.COUNTERS);
        }

        List<PortTraffic> selected(List<PortTraffic> ports, @Nullable ErrorThresholds thresholds) {
            return thresholds == null
                    ? ports
                    : ports.stream()
                            .map(port -> new PortTraffic(
                                    port.node(),
                                    port.lid(),
                                    port.port(),
                                    port.counts().stream()
                                            .filter(count ->
                                                    Long.compareUnsigned(count.value(), thresholds.of(count.counter()))
                                                            > 0)
                                            .toList()))
                            .filter(port -> !port.counts().isEmpty())
                            .toList();
        }

        List<String> lines(List<PortTraffic> ports) {
            List<String> lines = new ArrayList<>();
            for (PortTraffic port : ports) {
                String title = title(port);
                if (brief) {
                    lines.add(title + ": "
                            + port.counts().stream()
                                    .map(count ->
                                            "[" + count.counter() + " == " + Long.toUnsignedString(count.value()) + "]")
                                    .collect(Collectors.joining(" ")));
                } else {
                    lines.add("# Data counters: " + title);
                    port.counts()
                            .forEach(count ->
                                    lines.add(DottedText.line(count.counter(), Long.toUnsignedString(count.value()))));
                }
            }
            return lines;
        }

        private static String title(PortTraffic port) {
            return "lid %s (%s) port %s"
                    .formatted(
                            port.lid(),
                            Names.printable(port.node()),
                            port.isSum() ? "all" : String.valueOf(port.port()));
        }
    }

    @Exits(partial = SubnetCheckCommand.PARTIAL)
    @Examples({
        "ibdatacounters -b # Show one line per port.",
        "ibdatacounters --format csv fabric.topo # Show the nodes in a file as CSV."
    })
    @Command(
            name = "ibdatacounters",
            description = "Shows packet and data counters of all ports of the subnet.",
            footer = {"", "Data counters are in units of four octets."})
    public static final class IbdatacountersCommand extends EndPortCommand {
        @Mixin
        SubnetSource source = new SubnetSource();

        @Mixin
        TrafficOptions shown = new TrafficOptions();

        @Override
        protected MadOptions madOptions(MadOptions defaults) {
            return source.over(defaults);
        }

        @Override
        protected Result run(Session session) {
            if (shown.showThresholds) {
                return shown.shownThresholds();
            }
            ErrorThresholds thresholds = shown.thresholds();
            NodeNameMap names = source.names();
            Subnet subnet = source.read(session);
            ErrorSurvey survey = new ErrorSurvey(
                            session.mad(), NodePaths.of(session.sa()), new LinkSurvey(subnet, names))
                    .detail(new ErrorSurvey.Detail(false, false, true))
                    .onlyUp(source.onlyUp);
            ErrorSurvey.Outcome outcome = session.survey(survey, subnet.nodes());
            List<RdmaException> failures = new ArrayList<>(subnet.failures());
            failures.addAll(outcome.failures());
            return Result.of(shown.selected(PortTraffic.of(outcome.report(), subnet), thresholds), shown::lines)
                    .without(failures);
        }
    }
}
