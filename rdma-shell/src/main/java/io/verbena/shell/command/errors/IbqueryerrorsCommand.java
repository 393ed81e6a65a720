package io.verbena.shell.command.errors;

import io.verbena.diag.ErrorThresholds;
import io.verbena.diag.NodePaths;
import io.verbena.diag.counters.ErrorCounter;
import io.verbena.diag.counters.ErrorSurvey;
import io.verbena.diag.link.LinkSurvey;
import io.verbena.error.RdmaException;
import io.verbena.iba.NodeType;
import io.verbena.shell.cli.ChangeOptions;
import io.verbena.shell.cli.Configuration;
import io.verbena.shell.cli.FabricCommand.SubnetCommand;
import io.verbena.shell.cli.HelpText.Examples;
import io.verbena.shell.cli.HelpText.Exits;
import io.verbena.shell.cli.NameOptions;
import io.verbena.shell.cli.Result;
import io.verbena.shell.cli.Session;
import io.verbena.shell.view.IbqueryerrorsView;
import io.verbena.subnet.Node;
import io.verbena.subnet.NodeNameMap;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Exits(found = "a counter exceeds its threshold", partial = "a node or port did not respond")
@Examples({
    "ibqueryerrors # Show all ports that exceed a threshold.",
    "ibqueryerrors -s PortXmitWait,SymbolErrorCounter --data # Ignore these two counters, and show the traffic.",
    "ibqueryerrors -k --dry-run # Show the errors that would be cleared."
})
@Command(
        name = "ibqueryerrors",
        aliases = "ibqueryerrors.pl",
        description = "Reads the counters of all ports of the subnet and shows those that exceed their thresholds.")
public final class IbqueryerrorsCommand extends SubnetCommand {
    @Mixin
    NameOptions naming = new NameOptions();

    @Mixin
    ScanOptions scan = new ScanOptions();

    @Mixin
    ChangeOptions change = new ChangeOptions();

    @Option(
            names = {"-s", "--suppress"},
            paramLabel = "NAMES",
            split = ",",
            description = "Ignore these counters, for example SymbolErrorCounter,LinkDownedCounter.")
    List<String> suppressed = new ArrayList<>();

    @Option(
            names = {"-c", "--suppress-common"},
            description = "Ignore PortRcvSwitchRelayErrors, which multicast traffic increments as well.")
    boolean suppressCommon;

    @Option(
            names = "--skip-sl",
            description = "Use service level 0 instead of querying the subnet administration for it.")
    boolean skipServiceLevel;

    @Option(
            names = {"-r", "--report-port"},
            description = "Show the link of each port.")
    boolean reportPort;

    @Option(
            names = "--threshold-file",
            paramLabel = "FILE",
            description = "Read thresholds from this file of NAME=NUMBER lines, for example SymbolErrorCounter=10"
                    + " (default: /etc/infiniband-diags/error_thresholds).")
    @Nullable Path thresholdFile;

    @Option(
            names = {"-R", "--GNDN"},
            description = "Accepted for compatibility with infiniband-diags; has no effect.")
    boolean nothing;

    @Option(names = "--data", description = "Also show data and packet counters of ports with errors.")
    boolean data;

    @Option(names = "--counters", description = "Show data and packet counters of all ports instead of errors.")
    boolean onlyTraffic;

    @Option(names = "--details", description = "Show the reasons for discards and receive errors.")
    boolean details;

    @Option(names = "--switch", description = "Examine switches.")
    boolean switches;

    @Option(names = "--ca", description = "Examine channel adapters.")
    boolean adapters;

    @Option(names = "--router", description = "Examine routers (default without these three options: all nodes).")
    boolean routers;

    @Option(
            names = {"-k", "--clear-errors"},
            description = "Clear the error counters of all examined ports after reading them.")
    boolean clearErrors;

    @Option(
            names = {"-K", "--clear-counts"},
            description = "Clear the data and packet counters of all examined ports after reading them.")
    boolean clearCounts;

    @Override
    protected Result run(Session session) {
        Set<ErrorCounter> without = withoutCounters();
        ErrorThresholds thresholds = thresholds();
        NodeNameMap names = naming.read();
        // The subnet administration can respond while the subnet is discovered.
        NodePaths paths = skipServiceLevel ? NodePaths.withoutAdministration() : NodePaths.of(session.sa());
        ScanOptions.Scan found = scan.read(session, discovery, false, null);
        List<Node> nodes =
                found.nodes().stream().filter(node -> isSelected(node.type())).toList();
        ErrorSurvey survey = new ErrorSurvey(session.mad(), paths, new LinkSurvey(found.subnet(), names))
                .thresholds(thresholds)
                .without(without)
                .detail(new ErrorSurvey.Detail(details, data, onlyTraffic));
        if (clearErrors || clearCounts) {
            String what = (clearErrors ? "errors" : "")
                    + (clearErrors && clearCounts ? " and " : "")
                    + (clearCounts ? "traffic" : "");
            change.make(
                    log(),
                    "clear the counters of " + what + " of " + nodes.size() + " nodes",
                    () -> survey.clearing(new ErrorSurvey.Clearing(clearErrors, clearCounts)));
        }
        ErrorSurvey.Outcome outcome = session.survey(survey, nodes);
        List<RdmaException> failures = new ArrayList<>(found.subnet().failures());
        failures.addAll(outcome.failures());
        return Result.of(outcome.report(), new IbqueryerrorsView(reportPort, onlyTraffic)::of)
                .found(outcome.report().badNodes() > 0)
                .without(failures);
    }

    private Set<ErrorCounter> withoutCounters() {
        Set<ErrorCounter> counters = EnumSet.noneOf(ErrorCounter.class);
        for (String name : suppressed) {
            try {
                counters.add(ErrorCounter.called(name));
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException("--suppress: " + e.getMessage(), e);
            }
        }
        if (suppressCommon) {
            counters.add(ErrorCounter.RCV_SWITCH_RELAY_ERRORS);
        }
        return counters;
    }

    private ErrorThresholds thresholds() {
        if (thresholdFile != null) {
            return ErrorThresholds.read(thresholdFile);
        }
        Path common = Configuration.errorThresholds();
        return Files.exists(common) ? ErrorThresholds.read(common) : ErrorThresholds.NONE;
    }

    private boolean isSelected(NodeType type) {
        if (!switches && !adapters && !routers) {
            return true;
        }
        return switch (type) {
            case SWITCH -> switches;
            case ROUTER -> routers;
            default -> adapters;
        };
    }
}
