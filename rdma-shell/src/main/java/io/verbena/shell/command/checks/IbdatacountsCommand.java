package io.verbena.shell.command.checks;

import io.verbena.diag.ErrorThresholds;
import io.verbena.diag.NodePorts;
import io.verbena.diag.counters.CounterAgent;
import io.verbena.diag.counters.PortTraffic;
import io.verbena.iba.DottedText;
import io.verbena.iba.NodeDescription;
import io.verbena.iba.NodeInfo;
import io.verbena.mad.SubnetManagement;
import io.verbena.path.IbPath;
import io.verbena.shell.cli.FabricCommand.EndPortCommand;
import io.verbena.shell.cli.HelpText.Examples;
import io.verbena.shell.cli.Numbers;
import io.verbena.shell.cli.Result;
import io.verbena.shell.cli.Session;
import io.verbena.shell.command.checks.PortCheckCommand.NodeTarget;
import io.verbena.shell.view.Names;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
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
        return during("cannot read the traffic of " + node.address, () -> {
            CounterTarget target = CounterTarget.find(session, () -> node.gmp(session), port);
            PortTraffic traffic = PortTraffic.read(
                    target.agent(), target.name(), target.path().dlid(), target.ports(), target.sum());
            return Result.of(shown.selected(List.of(traffic), thresholds), shown::lines);
        });
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

    /**
     * A port whose counters are read, or all ports of a node.
     *
     * @param agent the agent that has the counters
     * @param path the path to the agent
     * @param info the NodeInfo of the node
     * @param name the description of the node
     * @param ports the port numbers
     * @param sum whether the counters of all ports are summed
     */
    record CounterTarget(
            CounterAgent agent, IbPath path, NodeInfo info, String name, List<Integer> ports, boolean sum) {
        /**
         * Finds the target.
         *
         * @param target returns the path to the agent; called after the other arguments were validated
         * @param port the port number; null or 255 for all ports
         */
        static CounterTarget find(Session session, Supplier<IbPath> target, @Nullable String port) {
            boolean all = port == null || port.equals(String.valueOf(CounterAgent.ALL_PORTS));
            int number = port == null || all ? 0 : Numbers.port("PORT", port);
            // A subnet manager may set a response time of whole seconds, which each attempt would wait for.
            IbPath path = target.get().withPacketLifeTime(IbPath.UNKNOWN_LIFE_TIME);
            IbPath node = IbPath.to(path.dlid());
            SubnetManagement management = session.management();
            NodeInfo info = NodePorts.node(management, node, number);
            String name = management.subnGet(NodeDescription.class, node).nodeString();
            List<Integer> ports =
                    all ? IntStream.rangeClosed(1, info.numPorts()).boxed().toList() : List.of(number);
            return new CounterTarget(CounterAgent.at(session.mad(), path), path, info, name, ports, all);
        }
    }
}
