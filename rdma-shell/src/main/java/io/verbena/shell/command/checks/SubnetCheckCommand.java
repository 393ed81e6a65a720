package io.verbena.shell.command.checks;

import io.verbena.diag.ErrorThresholds;
import io.verbena.diag.NodePaths;
import io.verbena.diag.check.CheckReport;
import io.verbena.diag.check.CheckedNode;
import io.verbena.diag.check.CounterCheck;
import io.verbena.diag.check.PortCheck;
import io.verbena.diag.check.SubnetCheck;
import io.verbena.diag.counters.ErrorSurvey;
import io.verbena.diag.link.LinkSurvey;
import io.verbena.error.RdmaException;
import io.verbena.iba.Guid;
import io.verbena.mad.MadOptions;
import io.verbena.shell.cli.EndPortOptions;
import io.verbena.shell.cli.FabricCommand;
import io.verbena.shell.cli.Progress;
import io.verbena.shell.cli.Result;
import io.verbena.shell.cli.Session;
import io.verbena.shell.cli.Surveys;
import io.verbena.shell.view.CheckView;
import io.verbena.subnet.Node;
import io.verbena.subnet.NodeNameMap;
import io.verbena.subnet.Subnet;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;

/** Base class of checks of a subnet. */
abstract class SubnetCheckCommand extends FabricCommand {
    static final String FOUND = "a node or port has a problem";
    static final String PARTIAL = "part of the subnet or its counters did not respond";

    @Mixin
    EndPortOptions endPort = new EndPortOptions();

    @Mixin
    SubnetSource source = new SubnetSource();

    @Mixin
    ColourOption colours = new ColourOption();

    private final Set<PortCheck> tests;
    private final String badPorts;

    /**
     * Creates the command.
     *
     * @param tests the checks to perform on ports
     * @param badPorts the words for failed ports in the summary, such as "bad ports found"
     */
    SubnetCheckCommand(Set<PortCheck> tests, String badPorts) {
        this.tests = tests;
        this.badPorts = badPorts;
    }

    /** Returns the thresholds of counters; null if counters are not checked. */
    @Nullable ThresholdOptions counting() {
        return null;
    }

    @Override
    protected EndPortOptions endPortOptions() {
        return endPort;
    }

    @Override
    protected MadOptions madOptions(MadOptions defaults) {
        return source.over(defaults);
    }

    @Override
    protected Result run(Session session) {
        ThresholdOptions counting = counting();
        ErrorThresholds thresholds = counting == null ? ErrorThresholds.NONE : counting.read();
        if (counting != null && counting.show) {
            return ThresholdOptions.shown(thresholds);
        }
        NodeNameMap names = source.names();
        Subnet subnet = source.read(session);
        List<RdmaException> failures = new ArrayList<>(subnet.failures());
        CheckReport report = check(session, subnet, names);
        if (counting != null) {
            ErrorSurvey survey = new ErrorSurvey(
                            session.mad(), NodePaths.of(session.sa()), new LinkSurvey(subnet, names))
                    .thresholds(thresholds);
            ErrorSurvey.Outcome outcome = Surveys.run(session, survey, answering(subnet, report));
            report = CounterCheck.with(report, subnet, outcome.report(), thresholds);
            failures.addAll(outcome.failures());
        }
        CheckView view = new CheckView(
                !tests.isEmpty(),
                counting != null,
                counting != null && counting.brief,
                options().verbosity() > 0);
        return Result.of(report, found -> colours.paint(view.of(found, badPorts)))
                .found(!report.isWell())
                .without(failures);
    }

    private CheckReport check(Session session, Subnet subnet, NodeNameMap names) {
        SubnetCheck check = session.asksAdministration()
                ? SubnetCheck.by(session.mad(), session.management(), names)
                : new SubnetCheck(session.mad(), names);
        int nodes = subnet.nodes().size();
        Progress progress = session.progress(
                () -> Progress.with(check.done() + " of " + nodes + " nodes checked", check.bad(), "bad"));
        try {
            return check.run(subnet.nodes(), tests);
        } finally {
            progress.close();
        }
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
}
