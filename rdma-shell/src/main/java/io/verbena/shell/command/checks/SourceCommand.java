package io.verbena.shell.command.checks;

import io.verbena.diag.ErrorThresholds;
import io.verbena.diag.NodePaths;
import io.verbena.diag.check.CheckReport;
import io.verbena.diag.check.CheckReport.CheckedNode;
import io.verbena.diag.check.CounterCheck;
import io.verbena.diag.check.PortCheck;
import io.verbena.diag.check.SubnetCheck;
import io.verbena.diag.counters.ErrorSurvey;
import io.verbena.diag.counters.ErrorSurvey.Clearing;
import io.verbena.diag.counters.PortTraffic;
import io.verbena.diag.link.LinkSurvey;
import io.verbena.error.RdmaException;
import io.verbena.iba.Guid;
import io.verbena.shell.cli.ChangeOptions;
import io.verbena.shell.cli.FabricCommand.NamedSubnetCommand;
import io.verbena.shell.cli.HelpText.Examples;
import io.verbena.shell.cli.HelpText.Exits;
import io.verbena.shell.cli.Progress;
import io.verbena.shell.cli.Result;
import io.verbena.shell.cli.Session;
import io.verbena.shell.command.checks.IbdatacountsCommand.TrafficOptions;
import io.verbena.shell.view.CheckView;
import io.verbena.subnet.Node;
import io.verbena.subnet.NodeNameMap;
import io.verbena.subnet.Subnet;
import io.verbena.subnet.TopologySubnet;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Base class of commands that examine the nodes of an output file of ibnetdiscover, or of a discovery. */
public abstract class SourceCommand extends NamedSubnetCommand {
    @Option(names = "--up", description = "Leave out ports that are down.")
    boolean onlyUp;

    @Parameters(
            index = "0",
            arity = "0..1",
            paramLabel = "FILE",
            description = "Output file of ibnetdiscover that lists the nodes (default: discover the subnet).")
    @Nullable Path file;

    final Subnet read(Session session) {
        return file == null ? session.subnet(discovery) : ofFile(file);
    }

    final Subnet readToChange(Session session) {
        return file == null ? session.subnetToChange(discovery) : ofFile(file);
    }

    final ErrorSurvey survey(Session session, Subnet subnet, NodeNameMap names) {
        return new ErrorSurvey(session.mad(), NodePaths.of(session.sa()), new LinkSurvey(subnet, names)).onlyUp(onlyUp);
    }

    private Subnet ofFile(Path topology) {
        if (discovery.loads()) {
            throw new IllegalArgumentException("--load-cache and FILE are mutually exclusive: both provide the nodes");
        }
        return TopologySubnet.read(topology);
    }

    /** Base class of checks of a subnet. */
    public abstract static class SubnetCheckCommand extends SourceCommand {
        static final String FOUND = "a node or port has a problem";
        static final String PARTIAL = "part of the subnet or its counters did not respond";

        @Mixin
        ColorOption colors = new ColorOption();

        private final Set<PortCheck> tests;
        private final String badPorts;

        SubnetCheckCommand(Set<PortCheck> tests, String badPorts) {
            this.tests = tests;
            this.badPorts = badPorts;
        }

        /** Returns the thresholds of counters; null if counters are not checked. */
        @Nullable ThresholdOptions counting() {
            return null;
        }

        @Override
        protected Result run(Session session) {
            ThresholdOptions counting = counting();
            ErrorThresholds thresholds = counting == null ? ErrorThresholds.NONE : counting.read();
            if (counting != null && counting.show) {
                return ThresholdOptions.shown(thresholds);
            }
            NodeNameMap names = naming.read();
            Subnet subnet = read(session);
            List<RdmaException> failures = List.of();
            CheckReport report = check(session, subnet, names);
            if (counting != null) {
                ErrorSurvey survey = survey(session, subnet, names).thresholds(thresholds);
                ErrorSurvey.Outcome outcome = session.survey(survey, answering(subnet, report));
                report = CounterCheck.with(report, subnet, outcome.report(), thresholds);
                failures = outcome.failures();
            }
            CheckView view = new CheckView(
                    !tests.isEmpty(),
                    counting != null,
                    counting != null && counting.brief,
                    options().verbosity() > 0);
            return Result.of(report, found -> colors.paint(view.of(found, badPorts)))
                    .found(!report.isWell())
                    .without(subnet.failures())
                    .without(failures);
        }

        private CheckReport check(Session session, Subnet subnet, NodeNameMap names) {
            SubnetCheck check = session.asksAdministration()
                    ? SubnetCheck.by(session.mad(), session.management(), names)
                    : new SubnetCheck(session.mad(), names);
            int nodes = subnet.nodes().size();
            return session.withProgress(
                    () -> Progress.with(check.done() + " of " + nodes + " nodes checked", check.bad(), "bad"),
                    () -> check.run(subnet.nodes(), tests));
        }

        /** Returns the nodes that responded; unresponsive nodes would not respond to further requests either. */
        private static List<Node> answering(Subnet subnet, CheckReport report) {
            Set<Guid> bad = report.nodes().stream()
                    .filter(CheckedNode::isBad)
                    .map(CheckedNode::guid)
                    .collect(Collectors.toSet());
            return subnet.nodes().stream()
                    .filter(node -> !bad.contains(node.guid()))
                    .toList();
        }

        @Exits(
                found = SubnetCheckCommand.FOUND + ", or a counter exceeds its threshold",
                partial = SubnetCheckCommand.PARTIAL)
        @Examples({
            "ibchecknet # Show all problems.",
            "ibchecknet -v -T thresholds fabric.topo # Check the nodes and links in a file with custom thresholds."
        })
        @Command(
                name = "ibchecknet",
                description = "Checks all nodes of the subnet, their connected ports, and their error counters.",
                footer = {"", "It combines ibchecknode, ibcheckport and ibcheckerrs for the whole subnet."})
        public static final class IbchecknetCommand extends SubnetCheckCommand {
            @Mixin
            ThresholdOptions counting = new ThresholdOptions();

            IbchecknetCommand() {
                super(PortCheck.ALL, "bad ports found");
            }

            @Override
            ThresholdOptions counting() {
                return counting;
            }
        }

        @Exits(found = SubnetCheckCommand.FOUND, partial = SubnetCheckCommand.PARTIAL)
        @Examples({
            "ibcheckstate # Show links that are not up or not active.",
            "ibcheckstate yesterday.topo # Check the links in a file."
        })
        @Command(
                name = "ibcheckstate",
                description = "Finds connected ports of the subnet that are not up or not active.",
                footer = {"", "It also checks that each node responds at its LID. -v shows successful checks."})
        public static final class IbcheckstateCommand extends SubnetCheckCommand {
            IbcheckstateCommand() {
                super(Set.of(PortCheck.STATE), "ports with bad state found");
            }
        }

        @Exits(found = SubnetCheckCommand.FOUND, partial = SubnetCheckCommand.PARTIAL)
        @Examples("ibcheckwidth # Show links of width 1X.")
        @Command(
                name = "ibcheckwidth",
                description = "Finds ports of the subnet whose link width is 1X.",
                footer = {"", "iblinkinfo shows links that are narrower than both ends support."})
        public static final class IbcheckwidthCommand extends SubnetCheckCommand {
            IbcheckwidthCommand() {
                super(Set.of(PortCheck.WIDTH), "ports with 1x width in error found");
            }
        }

        @Exits(
                found = "a counter exceeds its threshold, or a node does not respond",
                partial = SubnetCheckCommand.PARTIAL)
        @Examples({
            "ibcheckerrors # Show counters that exceed their thresholds.",
            "ibcheckerrors -b fabric.topo # Show only the ports, for the nodes in a file.",
            "ibcheckerrors -s > thresholds # Write the thresholds to a file for -T."
        })
        @Command(
                name = "ibcheckerrors",
                description =
                        "Checks that all nodes of the subnet respond, and finds error counters that exceed their thresholds.",
                footer = {"", "A counter equal to its threshold does not exceed it. ibqueryerrors shows details."})
        public static final class IbcheckerrorsCommand extends SubnetCheckCommand {
            @Mixin
            ThresholdOptions counting = new ThresholdOptions();

            IbcheckerrorsCommand() {
                super(Set.of(), "");
            }

            @Override
            ThresholdOptions counting() {
                return counting;
            }
        }
    }

    /** Base class of commands that clear counters of all ports of a subnet and verify the result. */
    public abstract static class ClearCommand extends SourceCommand {
        static final String PARTIAL = "part of the subnet did not respond, or counters of a port were not cleared";

        @Mixin
        ChangeOptions change = new ChangeOptions();

        @Option(
                names = {"-N", "--nocolor", "-nocolor"},
                description = "Accepted for compatibility; the output has no colors.")
        boolean noColors;

        private final Clearing clearing;
        private final String what;

        ClearCommand(Clearing clearing, String what) {
            this.clearing = clearing;
            this.what = what;
        }

        record Cleared(int nodes, int errors, boolean dryRun) {}

        @Override
        protected Result run(Session session) {
            NodeNameMap names = naming.read();
            Subnet subnet = readToChange(session);
            int nodes = subnet.nodes().size();
            ErrorSurvey survey = survey(session, subnet, names).clearing(clearing);
            ErrorSurvey.Outcome outcome = change.make(
                    log(),
                    "clear the counters of " + what + " of " + nodes + " nodes",
                    () -> session.survey(survey, subnet.nodes()));
            List<RdmaException> uncleared = outcome == null ? List.of() : outcome.failures();
            return Result.of(new Cleared(nodes, uncleared.size(), change.isDryRun()), ClearCommand::lines)
                    .without(subnet.failures())
                    .without(uncleared);
        }

        private static List<String> lines(Cleared cleared) {
            return cleared.dryRun()
                    ? List.of()
                    : List.of("## Summary: %d nodes cleared %d errors".formatted(cleared.nodes(), cleared.errors()));
        }

        @Exits(partial = ClearCommand.PARTIAL)
        @Examples("ibclearcounters --dry-run # Show the number of nodes.")
        @Command(
                name = "ibclearcounters",
                description = "Resets all counters of all ports of the subnet and verifies the result.",
                footer = {"", "This changes counters that other programs may be reading."})
        public static final class IbclearcountersCommand extends ClearCommand {
            IbclearcountersCommand() {
                super(new Clearing(true, true), "errors and traffic");
            }
        }

        @Exits(partial = ClearCommand.PARTIAL)
        @Examples("ibclearerrors fabric.topo # Clear the error counters of the nodes in a file.")
        @Command(
                name = "ibclearerrors",
                description = "Resets the error counters of all ports of the subnet and verifies the result.",
                footer = {"", "This changes counters that other programs may be reading."})
        public static final class IbclearerrorsCommand extends ClearCommand {
            IbclearerrorsCommand() {
                super(new Clearing(true, false), "errors");
            }
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
    public static final class IbdatacountersCommand extends SourceCommand {
        @Mixin
        TrafficOptions shown = new TrafficOptions();

        @Override
        protected Result run(Session session) {
            if (shown.showThresholds) {
                return shown.shownThresholds();
            }
            ErrorThresholds thresholds = shown.thresholds();
            NodeNameMap names = naming.read();
            Subnet subnet = read(session);
            ErrorSurvey survey = survey(session, subnet, names).detail(new ErrorSurvey.Detail(false, false, true));
            ErrorSurvey.Outcome outcome = session.survey(survey, subnet.nodes());
            return Result.of(shown.selected(PortTraffic.of(outcome.report(), subnet), thresholds), shown::lines)
                    .without(subnet.failures())
                    .without(outcome.failures());
        }
    }
}
