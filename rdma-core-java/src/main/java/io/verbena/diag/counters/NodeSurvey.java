package io.verbena.diag.counters;

import io.verbena.diag.PendingRequests;
import io.verbena.diag.counters.CounterReport.CounterCapabilities;
import io.verbena.diag.counters.ErrorSurveyReport.CountedError;
import io.verbena.diag.counters.ErrorSurveyReport.CountedError.Count;
import io.verbena.diag.counters.ErrorSurveyReport.PortErrors;
import io.verbena.diag.counters.TrafficCounter.TrafficCounts;
import io.verbena.diag.link.NodeLinks.PortLink;
import io.verbena.error.FutureErrors;
import io.verbena.error.RdmaException;
import io.verbena.iba.Guid;
import io.verbena.iba.Lid;
import io.verbena.iba.PortCounters;
import io.verbena.iba.PortState;
import io.verbena.iba.Structure;
import io.verbena.iba.SwitchInfo;
import io.verbena.subnet.Node;
import io.verbena.subnet.Port;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

record NodeSurvey(ErrorSurvey survey, Node node) {
    private static final long ERRORS = 0x0fff;
    private static final long TRAFFIC = 0xf000;
    private static final long EXTENDED_TRAFFIC = 0x00ff;
    private static final int ALL = CounterAgent.ALL_PORTS;

    record NodeResult(Node node, int portsChecked, List<PortErrors> ports, List<RdmaException> failures) {}

    private record PortResult(
            @Nullable PortErrors errors, @Nullable RdmaException failure) {
        static final PortResult CLEAN = new PortResult(null, null);
    }

    /** Starts the survey. The future never fails because of the behavior of the node. */
    CompletableFuture<NodeResult> start() {
        List<Integer> ports = ports();
        return (node.isSwitch() ? ofSwitch(ports) : ofEndPorts(ports)).thenApply(results -> {
            List<PortErrors> errors = results.stream()
                    .map(PortResult::errors)
                    .filter(Objects::nonNull)
                    .toList();
            List<RdmaException> failures = results.stream()
                    .map(PortResult::failure)
                    .filter(Objects::nonNull)
                    .toList();
            return new NodeResult(node, ports.size(), errors, failures);
        });
    }

    /** Returns the ports to query: all ports of a switch, and the ports of other nodes with a LID. */
    private List<Integer> ports() {
        if (node.isSwitch()) {
            boolean enhanced = node.switchInfo().map(SwitchInfo::enhancedPort0).orElse(0) != 0;
            return IntStream.rangeClosed(enhanced ? 0 : 1, node.info().numPorts())
                    .filter(number -> !survey.onlyUp || isUp(number))
                    .boxed()
                    .toList();
        }
        return node.ports().stream()
                .filter(port -> port.state() != PortState.DOWN && port.lid().isUnicast())
                .map(Port::number)
                .toList();
    }

    private boolean isUp(int number) {
        return number == 0
                || node.port(number)
                        .filter(port -> port.state() != PortState.DOWN)
                        .isPresent();
    }

    // ---- switches: one agent for all ports

    private CompletableFuture<List<PortResult>> ofSwitch(List<Integer> ports) {
        Lid lid = node.port(0).map(Port::lid).orElse(Lid.NONE);
        return survey.paths
                .pathToAsync(lid)
                .thenCompose(path -> {
                    PortAgent agent = new PortAgent(survey.mad.async(), path);
                    if (survey.detail.onlyTraffic()) {
                        return each(agent, ports).thenCompose(results -> cleared(agent, results, ports));
                    }
                    // The sum is requested together with the capabilities; it is ignored if the agent cannot compute
                    // it.
                    CompletableFuture<PortCounters> sum = agent.counters(ALL);
                    return agent.capabilities()
                            .thenCompose(able -> able.selectsAllPorts()
                                    ? sum.thenCompose(all -> ofSum(agent, all, ports))
                                    : each(agent, ports))
                            .thenCompose(results -> cleared(agent, results, ports));
                })
                .exceptionally(failure -> List.of(failed("cannot read the counters of " + name(), failure)));
    }

    private CompletableFuture<List<PortResult>> ofSum(PortAgent agent, PortCounters sum, List<Integer> ports) {
        return check(agent, ALL, sum)
                .thenCompose(whole -> whole.errors() == null
                        ? CompletableFuture.completedFuture(List.of())
                        : each(agent, ports)
                                .thenApply(results -> Stream.concat(Stream.of(whole), results.stream())
                                        .toList()));
    }

    private CompletableFuture<List<PortResult>> each(PortAgent agent, List<Integer> ports) {
        return PendingRequests.allAsync(
                ports.stream().map(port -> ofPort(agent, port)).toList());
    }

    // ---- channel adapters and routers: an agent for each port

    private CompletableFuture<List<PortResult>> ofEndPorts(List<Integer> ports) {
        return PendingRequests.allAsync(ports.stream()
                        .map(port -> survey.paths
                                .pathToAsync(node.port(port).map(Port::lid).orElse(Lid.NONE))
                                .thenCompose(path -> {
                                    PortAgent agent = new PortAgent(survey.mad.async(), path);
                                    return ofPort(agent, port)
                                            .thenCompose(result -> cleared(agent, List.of(result), List.of(port)));
                                })
                                .exceptionally(failure -> List.of(
                                        failed("cannot read the counters of " + name() + " port " + port, failure))))
                        .toList())
                .thenApply(lists -> lists.stream().flatMap(List::stream).toList());
    }

    // ---- one port

    private CompletableFuture<PortResult> ofPort(PortAgent agent, int port) {
        CompletableFuture<PortResult> result = survey.detail.onlyTraffic()
                ? traffic(agent, port).thenApply(counts -> result(port, List.of(), counts))
                : agent.counters(port).thenCompose(counters -> check(agent, port, counters));
        return result.exceptionally(
                failure -> failed("cannot read the counters of " + name() + " port " + port, failure));
    }

    private CompletableFuture<PortResult> check(PortAgent agent, int port, PortCounters counters) {
        List<ErrorCounter> exceeded = survey.exceeded(counters);
        if (!exceeded.contains(ErrorCounter.XMIT_WAIT)) {
            return withDetails(agent, port, counters, exceeded);
        }
        return agent.capabilities().thenCompose(able -> {
            List<ErrorCounter> counted = exceeded.stream()
                    .filter(error -> error != ErrorCounter.XMIT_WAIT || able.countsXmitWait())
                    .toList();
            return withDetails(agent, port, counters, counted);
        });
    }

    private CompletableFuture<PortResult> withDetails(
            PortAgent agent, int port, PortCounters counters, List<ErrorCounter> exceeded) {
        if (exceeded.isEmpty()) {
            return CompletableFuture.completedFuture(PortResult.CLEAN);
        }
        CompletableFuture<List<CountedError>> errors = PendingRequests.allAsync(exceeded.stream()
                .map(error -> reasons(agent, port, error)
                        .thenApply(why -> new CountedError(error.label(), error.of(counters), why)))
                .toList());
        CompletableFuture<List<Count>> traffic = survey.detail.traffic()
                ? traffic(agent, port).thenApply(counts -> counts.subList(0, TrafficCounts.ALWAYS))
                : CompletableFuture.completedFuture(List.of());
        return errors.thenCombine(traffic, (counted, counts) -> result(port, counted, counts));
    }

    /** Reads detailed counters; empty if the port does not have the group, which is optional. */
    private CompletableFuture<List<Count>> reasons(PortAgent agent, int port, ErrorCounter error) {
        CounterGroup group = survey.detail.reasons() ? error.details().orElse(null) : null;
        return group == null
                ? CompletableFuture.completedFuture(List.of())
                : agent.read(group, port)
                        .thenApply(counters -> TrafficCounts.counts(group, counters, count -> count.value() != 0))
                        .exceptionally(failure -> List.of());
    }

    private static CompletableFuture<List<Count>> traffic(PortAgent agent, int port) {
        return agent.capabilities().thenCompose(able -> {
            CounterGroup group = TrafficCounts.group(able);
            return agent.read(group, port).thenApply(counters -> TrafficCounts.of(group, counters, able));
        });
    }

    private PortResult result(int port, List<CountedError> errors, List<Count> traffic) {
        Port known = node.port(port).orElse(null);
        Guid guid = known == null || node.isSwitch() ? node.guid() : known.guid();
        PortLink link = known == null || port == 0 ? null : survey.links.of(known);
        return new PortResult(new PortErrors(guid, port, errors, traffic, link), null);
    }

    // ---- clearing

    private CompletableFuture<List<PortResult>> cleared(
            PortAgent agent, List<PortResult> results, List<Integer> ports) {
        boolean silent = !results.isEmpty() && results.stream().allMatch(result -> result.failure() != null);
        if (!(survey.clearing.errors() || survey.clearing.traffic()) || silent) {
            return CompletableFuture.completedFuture(results);
        }
        boolean all = node.isSwitch() && !survey.onlyUp;
        return agent.capabilities()
                .thenCompose(able -> PendingRequests.allAsync((all && able.selectsAllPorts() ? List.of(ALL) : ports)
                        .stream().map(port -> clear(agent, port, able)).toList()))
                .thenApply(ended -> results)
                .exceptionally(failure -> Stream.concat(
                                results.stream(), Stream.of(failed("cannot clear the counters of " + name(), failure)))
                        .toList());
    }

    // ---- how

    private String name() {
        return survey.links.nameOf(node) + " (" + node.guid().toHex() + ")";
    }

    private static PortResult failed(String what, Throwable failure) {
        return new PortResult(null, FutureErrors.cause(failure).during(what));
    }

    /** Clears the counters of a port. The future fails if they were not cleared. */
    private CompletableFuture<Void> clear(PortAgent agent, int port, CounterCapabilities able) {
        List<CompletableFuture<? extends Structure>> asked = new ArrayList<>();
        boolean errors = survey.clearing.errors();
        boolean traffic = survey.clearing.traffic();
        long select2 = errors && able.countsXmitWait() ? 1 : 0;
        asked.add(agent.reset(CounterGroup.BASIC, port, (errors ? ERRORS : 0) | (traffic ? TRAFFIC : 0), select2));
        if (traffic && able.hasExtendedCounters()) {
            asked.add(agent.reset(CounterGroup.EXTENDED, port, EXTENDED_TRAFFIC, 0));
        }
        if (errors && survey.detail.reasons()) {
            for (CounterGroup group : List.of(CounterGroup.RCV_ERRORS, CounterGroup.XMIT_DISCARDS)) {
                asked.add(agent.reset(group, port, group.allSelected(), 0));
            }
        }
        return CompletableFuture.allOf(asked.toArray(CompletableFuture<?>[]::new))
                .thenCompose(ended -> agent.counters(port))
                .thenAccept(this::requireCleared);
    }

    /** Checks that the counters are zero, except the wait time, which counts all the time. */
    private void requireCleared(PortCounters after) {
        for (ErrorCounter counter : ErrorCounter.values()) {
            if (survey.clearing.errors() && counter != ErrorCounter.XMIT_WAIT && counter.of(after) != 0) {
                throw new RdmaException("port " + after.portSelect() + " keeps its " + counter.label() + " of "
                        + counter.of(after) + " after a reset");
            }
        }
    }
}
