package io.verbena.shell.command.ibutils;

import io.verbena.diag.NodePaths;
import io.verbena.diag.counters.ErrorSurvey;
import io.verbena.diag.counters.ErrorSurvey.Clearing;
import io.verbena.diag.ibdm.FabricDesign;
import io.verbena.diag.ibdm.IbdmCounter;
import io.verbena.diag.ibdm.IbdmNames;
import io.verbena.diag.ibdm.NetDiagnosis;
import io.verbena.diag.ibdm.PathDiagnosis;
import io.verbena.diag.ibdm.StageReport;
import io.verbena.diag.ibdm.TopologyMatch;
import io.verbena.diag.link.LinkSurvey;
import io.verbena.diag.validate.FabricState;
import io.verbena.diag.validate.FabricState.SweepPart;
import io.verbena.diag.validate.FabricSweep;
import io.verbena.error.FileErrors;
import io.verbena.error.RdmaException;
import io.verbena.iba.LaneSpeed;
import io.verbena.iba.Lid;
import io.verbena.iba.LinkWidth;
import io.verbena.iba.NodeInfo;
import io.verbena.mad.MadTransactor;
import io.verbena.path.DirectedPath;
import io.verbena.shell.cli.ChangeOptions;
import io.verbena.shell.cli.FabricCommand.SubnetCommand;
import io.verbena.shell.cli.HelpText.Examples;
import io.verbena.shell.cli.HelpText.Exits;
import io.verbena.shell.cli.Result;
import io.verbena.shell.cli.Session;
import io.verbena.subnet.Node;
import io.verbena.subnet.NodeNameMap;
import io.verbena.subnet.Port;
import io.verbena.subnet.Subnet;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Base class of ibdiagnet and ibdiagpath: the options that both have. */
public abstract class DiagnosticCommand extends SubnetCommand {
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

    static final List<String> VARIABLES = List.of(
            "IBDIAG_TOPO_FILE",
            "IBDIAG_SYS_NAME",
            "IBDIAG_DEV_IDX",
            "IBDIAG_PORT_NUM",
            "IBDIAG_OUT_DIR",
            DesignSource.VARIABLE);

    private static Optional<String> variable(String name) {
        return Optional.ofNullable(System.getenv(name)).filter(value -> !value.isEmpty());
    }

    static List<String> variables() {
        return VARIABLES.stream()
                .map(name -> String.format("%-18s %s", name, variable(name).orElse("not set")))
                .toList();
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

    final Optional<LinkWidth> width() {
        return Optional.ofNullable(width)
                .map(wanted -> Arrays.stream(LinkWidth.values())
                        .filter(each -> each != LinkWidth.UNKNOWN && each.text().equalsIgnoreCase(wanted))
                        .findFirst()
                        .orElseThrow(() -> new IllegalArgumentException("-lw is '" + wanted + "'; use 1x, 4x or 12x")));
    }

    final Optional<LaneSpeed> speed() {
        return Optional.ofNullable(speed).map(wanted -> switch (wanted) {
            case "2.5" -> LaneSpeed.SDR;
            case "5" -> LaneSpeed.DDR;
            case "10" -> LaneSpeed.QDR;
            default -> throw new IllegalArgumentException("-ls is '" + wanted + "'; use 2.5, 5 or 10");
        });
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

    abstract Result diagnose(Session session);

    @Override
    protected final Result run(Session session) {
        return showsVariables ? Result.of(variables(), lines -> lines) : diagnose(session);
    }

    static FabricSweep sweep(Session session, Subnet subnet) {
        return new FabricSweep(subnet, NodeNameMap.EMPTY, session.agents("reads the tables of agents"), session.sa())
                .withoutPaths();
    }

    /** Writes the text of a report into a log, and returns the report. */
    final Result result(Object report, List<String> text, String log, List<StageReport> stages, FabricState fabric) {
        StageLines.write(output.resolve(log), text);
        List<RdmaException> failures = new ArrayList<>(fabric.subnet().failures());
        fabric.failures().forEach(failure -> failures.add(new RdmaException(failure)));
        return Result.of(report, ignored -> text)
                .found(StageLines.found(stages))
                .without(failures);
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

    final StageReport lost(Session session, Collection<Node> nodes) {
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
        return new StageReport("Bad Links Info", "Bad Links Check", List.of(), lines, List.of());
    }

    @Exits(found = "the path is not healthy", partial = "part of the fabric could not be read")
    @Examples({
        "ibdiagpath -l 16 # Check the path from the local port to a LID.",
        "ibdiagpath -n host1,host8 # Check the path between two hosts.",
        "ibdiagpath -d 1,1,2,3 -pm -o /tmp/ibdiagpath # Check a direct route, and write the counters of its ports."
    })
    @Command(
            name = "ibdiagpath",
            description = "Traces a path between two ports, and checks what it needs, as ibdiagpath of ibutils.",
            footer = {
                "",
                "A name is that of a node in the topology file of -t, or the first word of a NodeDescription. 'ibtracert' traces"
                        + " routes without reading the whole fabric."
            })
    public static final class IbdiagpathCommand extends DiagnosticCommand {
        @Option(names = "-n", paramLabel = "[FROM,]TO", description = "Names of the source and the destination.")
        @Nullable String names;

        @Option(names = "-l", paramLabel = "[FROM,]TO", description = "LIDs of the source and the destination.")
        @Nullable String lids;

        @Option(names = "-d", paramLabel = "ROUTE", description = "Direct route from the local node, such as 1,1,2.")
        @Nullable String route;

        record PathReport(List<String> hops, List<StageReport> stages) {}

        @Override
        Result diagnose(Session session) {
            if (Stream.of(names, lids, route).filter(Objects::nonNull).count() != 1) {
                throw new IllegalArgumentException("name the ends of the path with one of -n, -l and -d");
            }
            checkOptions();
            Subnet subnet = session.subnet(discovery);
            FabricDesign design = topology == null ? null : DesignSource.read(topology);
            TopologyMatch match = design == null ? null : TopologyMatch.byNames(design, subnet);
            FabricState fabric = sweep(session, subnet)
                    .read(Set.of(
                            SweepPart.UNICAST,
                            SweepPart.COUNTERS,
                            SweepPart.PARTITIONS,
                            SweepPart.GROUPS,
                            SweepPart.LANES));
            PathDiagnosis path = new PathDiagnosis(fabric);
            String direct = route;
            if (direct != null) {
                path.follow(DirectedPath.parse(direct.startsWith("0") ? direct : "0," + direct));
            } else {
                String[] words = String.valueOf(lids == null ? names : lids).split(",", -1);
                if (words.length > 2) {
                    throw new IllegalArgumentException("'" + String.join(",", words) + "' names " + words.length
                            + " ports; use a source and a destination");
                }
                Port from = words.length == 1 ? subnet.origin() : find(subnet, match, words[0]);
                Port to = find(subnet, match, words[words.length - 1]);
                path.trace(from, to);
            }
            NetDiagnosis diagnosis = new NetDiagnosis(path.onPath());
            setLimits(diagnosis);
            List<StageReport> stages = stages(session, path, diagnosis);
            if (dumpsCounters) {
                StageLines.write(output.resolve("ibdiagpath.pm"), diagnosis.dumpCounters());
            }
            reset(session, subnet, path.nodes());
            PathReport report =
                    new PathReport(path.ports().stream().map(IbdmNames::port).toList(), stages);
            return result(report, text(path, stages), "ibdiagpath.log", stages, fabric);
        }

        private List<StageReport> stages(Session session, PathDiagnosis path, NetDiagnosis diagnosis) {
            List<StageReport> stages = new ArrayList<>(List.of(path.arrival()));
            stages.add(diagnosis.counters());
            width().map(path::widths).ifPresent(stages::add);
            speed().map(path::speeds).ifPresent(stages::add);
            stages.add(path.partitions());
            stages.add(path.ipoib());
            stages.add(path.lanes());
            if (count > 0) {
                stages.add(lost(session, new LinkedHashSet<>(path.nodes())));
            }
            return stages;
        }

        private Port find(Subnet subnet, @Nullable TopologyMatch match, String word) {
            if (lids != null) {
                Lid lid = Lid.parse(word);
                return subnet.nodes().stream()
                        .flatMap(node -> node.ports().stream())
                        .filter(port -> port.isEndPort() && port.has(lid))
                        .findFirst()
                        .orElseThrow(() -> new RdmaException("no port has the LID " + word));
            }
            return named(subnet, match, word)
                    .flatMap(node -> node.ports().stream()
                            .filter(port -> port.isEndPort() && port.lid().isUnicast())
                            .findFirst())
                    .orElseThrow(() -> new RdmaException("no node with a LID is called '" + word + "'"));
        }

        private static Optional<Node> named(Subnet subnet, @Nullable TopologyMatch match, String word) {
            String name = word.replaceFirst("/P\\d+$", "");
            if (match != null) {
                Optional<Node> designed = match.matched().entrySet().stream()
                        .filter(entry -> entry.getKey().name().equals(name)
                                || entry.getKey().name().startsWith(name + "/"))
                        .map(entry -> entry.getValue())
                        .findFirst();
                if (designed.isPresent()) {
                    return designed;
                }
            }
            return subnet.nodes().stream()
                    .filter(node -> node.description().replaceFirst("\\s.*", "").equals(name)
                            || IbdmNames.node(node).equals(name)
                            || IbdmNames.system(node).equals(name))
                    .findFirst();
        }

        private static List<String> text(PathDiagnosis path, List<StageReport> stages) {
            List<String> lines = new ArrayList<>();
            List<Port> ports = path.ports();
            for (int i = 0; i + 1 < ports.size(); i += 2) {
                lines.add("-I- From: " + end(ports.get(i)));
                lines.add("-I- To:   " + end(ports.get(i + 1)));
            }
            lines.addAll(StageLines.of(stages));
            return lines;
        }

        private static String end(Port port) {
            return IbdmNames.address(port) + " " + IbdmNames.reported(port);
        }
    }

    /** The text of stages in the layout of ibutils, and files of its output directory. */
    static final class StageLines {
        private static final String RULE = "-I---------------------------------------------------";

        private StageLines() {}

        static List<String> of(List<StageReport> stages) {
            List<String> lines = new ArrayList<>();
            for (StageReport stage : stages) {
                lines.addAll(List.of("", RULE, "-I- " + stage.title(), RULE));
                stage.errors()
                        .forEach(line -> lines.addAll(("-E- " + line).lines().toList()));
                stage.warnings()
                        .forEach(line -> lines.addAll(("-W- " + line).lines().toList()));
                stage.details().forEach(line -> lines.add("-I- " + line));
            }
            return lines;
        }

        static List<String> status(List<StageReport> stages) {
            List<String> lines = new ArrayList<>(List.of("", "-I- Stages Status Report:"));
            lines.add(String.format("    %-40s %-6s %-8s", "STAGE", "Errors", "Warnings")
                    .stripTrailing());
            for (StageReport stage : stages) {
                if (!stage.check().isEmpty()) {
                    lines.add(String.format(
                            "    %-40s %-6d %d",
                            stage.check(),
                            stage.errors().size(),
                            stage.warnings().size()));
                }
            }
            return lines;
        }

        static boolean found(List<StageReport> stages) {
            return stages.stream()
                    .anyMatch(stage ->
                            !stage.errors().isEmpty() || !stage.warnings().isEmpty());
        }

        /** Writes a file of an output directory, which is created if necessary. */
        static void write(Path file, Iterable<String> lines) {
            try {
                Files.createDirectories(
                        Objects.requireNonNull(file.toAbsolutePath().getParent()));
                Files.write(file, lines);
            } catch (IOException e) {
                throw new RdmaException(
                        "cannot write " + file + ": " + FileErrors.reason(e) + "; select another directory with -o", e);
            }
        }
    }
}
