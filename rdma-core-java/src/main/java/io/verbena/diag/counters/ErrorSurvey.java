package io.verbena.diag.counters;

import io.verbena.diag.Answers;
import io.verbena.diag.ErrorThresholds;
import io.verbena.diag.NodePaths;
import io.verbena.diag.link.LinkSurvey;
import io.verbena.error.RdmaException;
import io.verbena.iba.PortCounters;
import io.verbena.mad.AsyncMadTransactor;
import io.verbena.mad.MadTransactor;
import io.verbena.subnet.Node;
import java.util.ArrayList;
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
 * Looks for counters over their thresholds in all nodes of a subnet. All requests are under way together, and all tries of
 * one take the time of one timeout; so nodes that are silent cost one timeout, however many there are.
 *
 * <p>A switch that is able to is asked for the sum of its ports first, and for each port only if that is over a threshold.
 * For one thread; it may run again.
 */
public final class ErrorSurvey {
    private final MadTransactor mad;
    private final NodePaths paths;
    private final LinkSurvey links;
    private final AtomicInteger done = new AtomicInteger();
    private final AtomicInteger failed = new AtomicInteger();
    private ErrorThresholds thresholds = ErrorThresholds.NONE;
    private Set<ErrorCounter> suppressed = EnumSet.noneOf(ErrorCounter.class);
    private Detail detail = new Detail(false, false, false);
    private Clearing clearing = new Clearing(false, false);

    /**
     * What is told beside errors.
     *
     * @param reasons why packets were discarded or received in error
     * @param traffic packets and data of ports with errors
     * @param onlyTraffic packets and data of all ports, and no errors
     */
    public record Detail(boolean reasons, boolean traffic, boolean onlyTraffic) {}

    /**
     * Which counters of all ports become 0 when they have been read, whatever they were.
     *
     * @param errors those of errors
     * @param traffic those of packets and data
     */
    public record Clearing(boolean errors, boolean traffic) {
        boolean isAsked() {
            return errors || traffic;
        }
    }

    /**
     * A report, and what did not answer.
     *
     * @param report what was found
     * @param failures the nodes and ports that did not answer
     */
    public record Outcome(ErrorReport report, List<RdmaException> failures) {}

    /**
     * A survey that asks through this transactor.
     *
     * @param paths to the nodes
     * @param links what their links are
     */
    public ErrorSurvey(MadTransactor mad, NodePaths paths, LinkSurvey links) {
        this.mad = mad.withOptions(Answers.withinOneTimeout(mad.options()));
        this.paths = paths;
        this.links = links;
    }

    /** From where on a count is an error; from 1 on unless this is called. */
    public ErrorSurvey thresholds(ErrorThresholds values) {
        thresholds = values;
        return this;
    }

    /** Leaves these counters out. */
    public ErrorSurvey without(Set<ErrorCounter> counters) {
        suppressed = Set.copyOf(counters);
        return this;
    }

    /** Tells more. */
    public ErrorSurvey detail(Detail wanted) {
        detail = wanted;
        return this;
    }

    /** Clears what it has read. This changes what others read. */
    public ErrorSurvey clearing(Clearing wanted) {
        clearing = wanted;
        return this;
    }

    /** How many nodes have been looked at; from any thread. */
    public int done() {
        return done.get();
    }

    /** How many of these did not answer all that they were asked; from any thread. */
    public int failed() {
        return failed.get();
    }

    /**
     * Looks at these nodes.
     *
     * @throws RdmaException if the thread is interrupted; what a node does not answer is no error
     */
    public Outcome run(Collection<Node> nodes) {
        done.set(0);
        failed.set(0);
        List<CompletableFuture<NodeResult>> asked = new ArrayList<>();
        for (Node node : nodes) {
            asked.add(new NodeSurvey(this, node).start().whenComplete(this::count));
        }
        return outcome(Answers.all(mad, asked, "the survey of " + nodes.size() + " nodes"));
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
        ErrorReport report = new ErrorReport(
                nodes,
                results.size(),
                ports,
                badNodes,
                badPorts,
                limits,
                EnumSet.allOf(ErrorCounter.class).stream()
                        .filter(suppressed::contains)
                        .map(ErrorCounter::label)
                        .toList(),
                failures.stream()
                        .map(RdmaException::getMessage)
                        .map(String::valueOf)
                        .toList());
        return new Outcome(report, List.copyOf(failures));
    }

    /** The counters of a port that are over their thresholds, by the order of the attribute. */
    List<ErrorCounter> exceeded(PortCounters counters) {
        List<ErrorCounter> exceeded = new ArrayList<>();
        for (ErrorCounter counter : ErrorCounter.values()) {
            if (!suppressed.contains(counter) && counter.of(counters) > thresholds.of(counter.label())) {
                exceeded.add(counter);
            }
        }
        return exceeded;
    }

    AsyncMadTransactor mad() {
        return mad.async();
    }

    NodePaths paths() {
        return paths;
    }

    LinkSurvey links() {
        return links;
    }

    Detail detail() {
        return detail;
    }

    Clearing clearing() {
        return clearing;
    }

    /** What became of one node. */
    record NodeResult(Node node, int portsChecked, List<PortErrors> ports, List<RdmaException> failures) {}

    /** What became of one port. */
    record PortResult(@Nullable PortErrors said, @Nullable RdmaException failure) {
        static final PortResult WELL = new PortResult(null, null);
    }
}
