package io.verbena.diag.counters;

import io.verbena.diag.ErrorThresholds;
import io.verbena.diag.NodePaths;
import io.verbena.diag.PendingRequests;
import io.verbena.diag.counters.ErrorSurveyReport.NodeErrors;
import io.verbena.diag.counters.ErrorSurveyReport.PortErrors;
import io.verbena.diag.counters.NodeSurvey.NodeResult;
import io.verbena.diag.link.LinkSurvey;
import io.verbena.error.RdmaException;
import io.verbena.iba.PortCounters;
import io.verbena.mad.MadTransactor;
import io.verbena.subnet.Node;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Finds counters that exceed their thresholds in all nodes of a subnet. All requests are in flight at the same time,
 * and all attempts of a request fit in one timeout, so any number of unresponsive nodes costs one timeout.
 *
 * <p>A switch that supports it is queried for the sum of its ports first, and for each port only if the sum exceeds a
 * threshold. For one thread; it can run more than once.
 */
public final class ErrorSurvey {
    final MadTransactor mad;
    final NodePaths paths;
    final LinkSurvey links;
    private final AtomicInteger done = new AtomicInteger();
    private final AtomicInteger failed = new AtomicInteger();
    private ErrorThresholds thresholds = ErrorThresholds.NONE;
    private Set<ErrorCounter> suppressed = EnumSet.noneOf(ErrorCounter.class);
    Detail detail = new Detail(false, false, false);
    boolean onlyUp;
    Clearing clearing = new Clearing(false, false);

    /**
     * The contents of the report in addition to error counters.
     *
     * @param reasons the reasons for discarded packets and receive errors
     * @param traffic the traffic counters of ports with errors
     * @param onlyTraffic the traffic counters of all ports, instead of errors
     */
    public record Detail(boolean reasons, boolean traffic, boolean onlyTraffic) {}

    /**
     * The counters of all ports that are reset after they were read.
     *
     * @param errors error counters
     * @param traffic traffic counters
     */
    public record Clearing(boolean errors, boolean traffic) {}

    /**
     * The report and the failures of a survey.
     *
     * @param report the results
     * @param failures the failures of nodes and ports
     */
    public record Outcome(ErrorSurveyReport report, List<RdmaException> failures) {}

    /** Creates a survey. */
    public ErrorSurvey(MadTransactor mad, NodePaths paths, LinkSurvey links) {
        this.mad = mad.withOptions(PendingRequests.withinOneTimeout(mad.options()));
        this.paths = paths;
        this.links = links;
    }

    /** Sets the thresholds (default: 0 for all counters). */
    public ErrorSurvey thresholds(ErrorThresholds values) {
        thresholds = values;
        return this;
    }

    /** Ignores counters. */
    public ErrorSurvey without(Set<ErrorCounter> counters) {
        suppressed = Set.copyOf(counters);
        return this;
    }

    /** Sets the contents of the report. */
    public ErrorSurvey detail(Detail wanted) {
        detail = wanted;
        return this;
    }

    /** Resets the counters that were read, which changes what other programs read. */
    public ErrorSurvey clearing(Clearing wanted) {
        clearing = wanted;
        return this;
    }

    /** Leaves out ports that are down, and returns this survey. */
    public ErrorSurvey onlyUp(boolean up) {
        onlyUp = up;
        return this;
    }

    /** Returns the number of nodes that have been checked. Safe to call from any thread. */
    public int done() {
        return done.get();
    }

    /** Returns the number of nodes with a failure so far. Safe to call from any thread. */
    public int failed() {
        return failed.get();
    }

    /**
     * Surveys nodes.
     *
     * @throws RdmaException if the thread is interrupted; an unresponsive node is a failure in the result
     */
    public Outcome run(Collection<Node> nodes) {
        done.set(0);
        failed.set(0);
        List<CompletableFuture<NodeResult>> asked = nodes.stream()
                .map(node -> new NodeSurvey(this, node).start().whenComplete(this::count))
                .toList();
        return outcome(PendingRequests.all(mad, asked, "the survey of " + nodes.size() + " nodes"));
    }

    private void count(@Nullable NodeResult result, @Nullable Throwable failure) {
        if (result == null || !result.failures().isEmpty()) {
            failed.incrementAndGet();
        }
        done.incrementAndGet();
    }

    private Outcome outcome(List<NodeResult> results) {
        List<NodeErrors> nodes = new ArrayList<>();
        List<RdmaException> failures = new ArrayList<>();
        int ports = 0;
        int badNodes = 0;
        int badPorts = 0;
        for (NodeResult result : results) {
            failures.addAll(result.failures());
            ports += result.portsChecked();
            if (result.ports().isEmpty()) {
                continue;
            }
            Node node = result.node();
            nodes.add(new NodeErrors(node.guid(), node.type(), links.nameOf(node), result.ports()));
            List<PortErrors> bad = result.ports().stream()
                    .filter(port -> !port.errors().isEmpty())
                    .toList();
            badNodes += bad.isEmpty() ? 0 : 1;
            badPorts += (int) bad.stream().filter(port -> !port.isSum()).count();
        }
        Map<String, Long> limits = new LinkedHashMap<>();
        for (ErrorCounter counter : ErrorCounter.values()) {
            long limit = thresholds.of(counter.label());
            if (limit != 0) {
                limits.put(counter.label(), limit);
            }
        }
        ErrorSurveyReport report = new ErrorSurveyReport(
                nodes,
                results.size(),
                ports,
                badNodes,
                badPorts,
                limits,
                suppressed.stream().sorted().map(ErrorCounter::label).toList(),
                failures.stream()
                        .map(failure -> String.valueOf(failure.getMessage()))
                        .toList());
        return new Outcome(report, List.copyOf(failures));
    }

    /** Returns the counters of a port that exceed their thresholds, in the order of the attribute. */
    List<ErrorCounter> exceeded(PortCounters counters) {
        return Arrays.stream(ErrorCounter.values())
                .filter(counter -> !suppressed.contains(counter))
                .filter(counter -> counter.of(counters) > thresholds.of(counter.label()))
                .toList();
    }
}
