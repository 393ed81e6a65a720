package io.verbena.shell.command.ibutils;

import io.verbena.diag.NodePaths;
import io.verbena.diag.counters.ErrorSurvey;
import io.verbena.diag.counters.ErrorSurvey.Clearing;
import io.verbena.diag.ibdm.IbdmCounter;
import io.verbena.diag.ibdm.NetDiagnosis;
import io.verbena.diag.link.LinkSurvey;
import io.verbena.iba.LaneSpeed;
import io.verbena.iba.LinkWidth;
import io.verbena.iba.NodeInfo;
import io.verbena.mad.MadTransactor;
import io.verbena.path.DirectedPath;
import io.verbena.shell.cli.ChangeOptions;
import io.verbena.shell.cli.FabricCommand.SubnetCommand;
import io.verbena.shell.cli.Session;
import io.verbena.subnet.Node;
import io.verbena.subnet.NodeNameMap;
import io.verbena.subnet.Subnet;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Base class of ibdiagnet and ibdiagpath: the options that both have. */
abstract class DiagnosticCommand extends SubnetCommand {
    private static final int MAX_COUNT = 100_000;

    @Mixin
    ChangeOptions change = new ChangeOptions();

    @Option(
            names = "-c",
            paramLabel = "COUNT",
            description = "Send this many packets to each node, without retries, and report lost ones (default: 0).")
    int count;

    @Option(names = "-t", paramLabel = "FILE", description = "Topology file, for names and for a comparison.")
    @Nullable Path topology = variable("IBDIAG_TOPO_FILE").map(Path::of).orElse(null);

    @Option(
            names = "-s",
            paramLabel = "NAME",
            description = "Name of the local system in the topology file, where the comparison begins.")
    @Nullable String system = variable("IBDIAG_SYS_NAME").orElse(null);

    @Option(
            names = "-i",
            paramLabel = "N",
            description = "Position of the local device, from 1 (default: the default device).")
    @Nullable Integer device = variable("IBDIAG_DEV_IDX").map(Integer::valueOf).orElse(null);

    @Option(names = "-p", paramLabel = "N", description = "Number of the local port (default: the default port).")
    @Nullable Integer portNumber = variable("IBDIAG_PORT_NUM").map(Integer::valueOf).orElse(null);

    @Option(
            names = "-o",
            paramLabel = "DIRECTORY",
            description = "Directory for the files that the command writes (default: /var/cache/ibutils).")
    Path output = Path.of(variable("IBDIAG_OUT_DIR").orElse("/var/cache/ibutils"));

    @Option(names = "-lw", paramLabel = "WIDTH", description = "Report links with another width: 1x, 4x or 12x.")
    @Nullable String width;

    @Option(
            names = "-ls",
            paramLabel = "SPEED",
            description = "Report links with another speed: 2.5, 5 or 10. Higher speeds count as 10.")
    @Nullable String speed;

    @Option(names = "-pm", description = "Write the counters of all ports with a link to the file .pm.")
    boolean dumpsCounters;

    @Option(names = "-pc", description = "Reset the counters, after they were read.")
    boolean resetsCounters;

    @Option(
            names = "-P",
            paramLabel = "NAME=LIMIT",
            description = "Report ports where a counter exceeds LIMIT; 'all' stands for all error counters.")
    List<String> limits = List.of();

    @Option(names = "--vars", description = "Show the environment variables that replace options.")
    boolean showsVariables;

    static final List<String> VARIABLES =
            List.of("IBDIAG_TOPO_FILE", "IBDIAG_SYS_NAME", "IBDIAG_DEV_IDX", "IBDIAG_PORT_NUM", "IBDIAG_OUT_DIR");

    private static Optional<String> variable(String name) {
        return Optional.ofNullable(System.getenv(name)).filter(value -> !value.isEmpty());
    }

    static List<String> variables() {
        List<String> lines = new ArrayList<>();
        VARIABLES.forEach(
                name -> lines.add(String.format("%-18s %s", name, variable(name).orElse("not set"))));
        lines.add(String.format(
                "%-18s %s",
                DesignSource.VARIABLE, variable(DesignSource.VARIABLE).orElse("not set")));
        return lines;
    }

    @Override
    protected final @Nullable Integer devicePosition() {
        return device;
    }

    @Override
    protected final @Nullable Integer portNumber() {
        return portNumber;
    }

    final void checkOptions() {
        if (count < 0 || count > MAX_COUNT) {
            throw new IllegalArgumentException("-c is " + count + "; use a number of packets from 0 to " + MAX_COUNT);
        }
        width();
        speed();
    }

    final @Nullable LinkWidth width() {
        String wanted = width;
        return wanted == null
                ? null
                : Arrays.stream(LinkWidth.values())
                        .filter(each -> each != LinkWidth.UNKNOWN && each.text().equalsIgnoreCase(wanted))
                        .findFirst()
                        .orElseThrow(() -> new IllegalArgumentException("-lw is '" + wanted + "'; use 1x, 4x or 12x"));
    }

    final @Nullable LaneSpeed speed() {
        String wanted = speed;
        return wanted == null
                ? null
                : switch (wanted) {
                    case "2.5" -> LaneSpeed.SDR;
                    case "5" -> LaneSpeed.DDR;
                    case "10" -> LaneSpeed.QDR;
                    default -> throw new IllegalArgumentException("-ls is '" + wanted + "'; use 2.5, 5 or 10");
                };
    }

    final void setLimits(NetDiagnosis diagnosis) {
        for (String each : limits) {
            String[] words = each.split("=", -1);
            if (words.length != 2 || !words[1].matches("\\d{1,10}")) {
                throw new IllegalArgumentException(
                        "-P is '" + each + "'; use a counter and a limit, such as symbol_error_counter=10");
            }
            long most = Long.parseLong(words[1]);
            if (words[0].equals("all")) {
                Arrays.stream(IbdmCounter.values())
                        .filter(IbdmCounter::isError)
                        .forEach(counter -> diagnosis.limit(counter, most));
            } else {
                diagnosis.limit(IbdmCounter.called(words[0]), most);
            }
        }
    }

    /** Resets the counters of nodes if {@code -pc} asks for it. */
    final void reset(Session session, Subnet subnet, Collection<Node> nodes) {
        if (resetsCounters) {
            ErrorSurvey survey = new ErrorSurvey(
                            session.mad(), NodePaths.of(session.sa()), new LinkSurvey(subnet, NodeNameMap.EMPTY))
                    .clearing(new Clearing(true, true));
            change.make(log(), "clear the counters of " + nodes.size() + " nodes", () -> session.survey(survey, nodes));
        }
    }

    final List<String> lost(Session session, Collection<Node> nodes) {
        List<String> lines = new ArrayList<>();
        MadTransactor mad = session.agents("sends directed packets");
        mad = mad.withOptions(mad.options().withRetries(0));
        for (Node node : nodes) {
            DirectedPath path = node.findPath().orElse(null);
            List<CompletableFuture<NodeInfo>> sent = new ArrayList<>();
            for (int i = 0; path != null && i < count; i++) {
                sent.add(mad.async().subnGet(NodeInfo.class, path));
            }
            long failed = sent.stream()
                    .filter(each ->
                            each.handle((info, failure) -> failure != null).join())
                    .count();
            if (failed > 0) {
                lines.add(
                        failed + " of " + count + " packets to " + node + " at direct path \"" + path + "\" were lost");
            }
        }
        return lines;
    }
}
