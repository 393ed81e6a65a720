package io.verbena.diag.counters;

import io.verbena.diag.NodePaths;
import io.verbena.diag.PendingRequests;
import io.verbena.diag.counters.CounterReport.CounterCapabilities;
import io.verbena.error.FutureErrors;
import io.verbena.error.RdmaException;
import io.verbena.iba.Guid;
import io.verbena.iba.Lid;
import io.verbena.iba.PortCounters;
import io.verbena.iba.PortState;
import io.verbena.mad.MadTimeoutException;
import io.verbena.mad.MadTransactor;
import io.verbena.path.IbPath;
import io.verbena.subnet.Node;
import io.verbena.subnet.Port;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Reads the counters of all ports of a subnet repeatedly. All requests are in flight at the same time, and all attempts
 * of a request fit in one timeout. Each agent is first queried for one port, and for its other ports after it has
 * responded, so any number of unresponsive nodes and ports costs one timeout. The capabilities and the tick of an agent are
 * read once and cached until the agent is gone or does not respond. Safe for use by several threads.
 */
public final class CounterSweep {
    /** Number of sweeps after which an agent that does not respond to a request for its tick is not asked again. */
    private static final int MAX_TICK_REQUESTS = 2;

    private final MadTransactor mad;
    private final Set<Extra> extras;
    private final Map<Agent, CounterCapabilities> known = new ConcurrentHashMap<>();
    private final Map<Agent, TickState> ticks = new ConcurrentHashMap<>();

    /** Data that a sweep reads in addition to PortCounters and PortCountersExtended. */
    public enum Extra {
        /** The counters of the error correction, with one more request per active port. */
        CORRECTION,
        /** The tick of PortXmitWait of ports that have waited, with one more request per agent, which is cached. */
        WAIT_TICK
    }

    /** The key of an agent: a switch has one for all ports, other nodes have one per port. */
    private record Agent(Guid node, int port) {}

    /** The tick of an agent, if the agent reports one, and the number of requests without response. */
    private record TickState(Optional<WaitTick> tick, int unanswered) {
        boolean isFinal() {
            return unanswered == 0 || unanswered >= MAX_TICK_REQUESTS;
        }
    }

    /**
     * The counters and the failures of a sweep.
     *
     * @param ports the counters of the ports that responded, in the order of the nodes
     * @param failures the failures of agents and ports
     */
    public record Outcome(List<PortCounts> ports, List<RdmaException> failures) {
        /** Copies the lists. */
        public Outcome {
            ports = List.copyOf(ports);
            failures = List.copyOf(failures);
        }

        private Outcome withTick(Optional<WaitTick> tick) {
            return tick.isEmpty()
                    ? this
                    : new Outcome(
                            ports.stream().map(counts -> counts.withTick(tick)).toList(), failures);
        }
    }

    /** Creates a sweep that uses a transactor, which the caller closes. */
    public CounterSweep(MadTransactor mad) {
        this(mad, Set.of());
    }

    /** Creates a sweep that also reads extras. */
    public CounterSweep(MadTransactor mad, Set<Extra> extras) {
        this.extras = Set.copyOf(extras);
        this.mad = mad.withOptions(PendingRequests.withinOneTimeout(mad.options()));
    }

    /**
     * Reads the counters of all ports of nodes: all external ports of switches, and the ports of other nodes that are
     * up. The future never fails because of the behavior of a node.
     */
    public CompletableFuture<Outcome> runAsync(Collection<Node> nodes, NodePaths paths) {
        Set<Agent> present = nodes.stream().flatMap(CounterSweep::agents).collect(Collectors.toSet());
        known.keySet().retainAll(present);
        ticks.keySet().retainAll(present);
        return together(nodes.stream()
                .flatMap(node -> agents(node).map(agent -> ask(node, agent, paths)))
                .toList());
    }

    private static Stream<Agent> agents(Node node) {
        return node.isSwitch()
                ? Stream.of(new Agent(node.guid(), 0))
                : node.ports().stream()
                        .filter(port ->
                                port.state() != PortState.DOWN && port.lid().isUnicast())
                        .map(port -> new Agent(node.guid(), port.number()));
    }

    private CompletableFuture<Outcome> ask(Node node, Agent agent, NodePaths paths) {
        List<Port> ports = node.ports().stream()
                .filter(port -> node.isSwitch() ? port.number() != 0 : port.number() == agent.port())
                .toList();
        if (ports.isEmpty()) {
            return CompletableFuture.completedFuture(new Outcome(List.of(), List.of()));
        }
        Lid lid = node.port(agent.port()).map(Port::lid).orElse(Lid.NONE);
        return paths.pathToAsync(lid)
                .thenCompose(path -> ask(agent, path, ports))
                .exceptionally(failure -> {
                    known.remove(agent);
                    ticks.remove(agent);
                    return failed(node.toString(), failure);
                });
    }

    private CompletableFuture<Outcome> ask(Agent agent, IbPath path, List<Port> ports) {
        CounterCapabilities remembered = known.get(agent);
        PortAgent asked =
                remembered == null ? new PortAgent(mad.async(), path) : new PortAgent(mad.async(), path, remembered);
        return asked.capabilities().thenCompose(able -> {
            known.put(agent, able);
            return first(asked, able, ports)
                    .thenCompose(read -> tick(agent, asked, read).thenApply(read::withTick));
        });
    }

    /**
     * Reads the tick of an agent unless it is known, or no port has waited. A request without response is no failure of the agent.
     */
    private CompletableFuture<Optional<WaitTick>> tick(Agent agent, PortAgent asked, Outcome read) {
        Optional<PortCounts> waited =
                read.ports().stream().filter(CounterSweep::hasWaited).findFirst();
        if (!extras.contains(Extra.WAIT_TICK) || waited.isEmpty()) {
            return CompletableFuture.completedFuture(Optional.empty());
        }
        TickState state = ticks.get(agent);
        if (state != null && state.isFinal()) {
            return CompletableFuture.completedFuture(state.tick());
        }
        int unanswered = state == null ? 0 : state.unanswered();
        return asked.waitTick(waited.get().port().number())
                .thenApply(tick -> new TickState(tick, 0))
                .exceptionally(failure -> new TickState(Optional.empty(), unanswered + 1))
                .thenApply(next -> {
                    ticks.put(agent, next);
                    return next.tick();
                });
    }

    private static boolean hasWaited(PortCounts counts) {
        return counts.of(ErrorCounter.XMIT_WAIT).orElse(0) > 0;
    }

    /** Queries the other ports after the first one, unless that one timed out. */
    private CompletableFuture<Outcome> first(PortAgent agent, CounterCapabilities able, List<Port> ports) {
        CompletableFuture<Outcome> first = one(agent, able, ports.get(0), true);
        Stream<Port> others = ports.stream().skip(1);
        return first.thenCompose(answered ->
                together(Stream.concat(Stream.of(first), others.map(port -> one(agent, able, port, false)))
                        .toList()));
    }

    private CompletableFuture<Outcome> one(PortAgent agent, CounterCapabilities able, Port port, boolean first) {
        return read(agent, able, port)
                .thenApply(counts -> new Outcome(List.of(counts), List.of()))
                .exceptionally(failure -> {
                    RdmaException cause = FutureErrors.cause(failure);
                    if (first && cause instanceof MadTimeoutException) {
                        throw cause;
                    }
                    return failed(port.toString(), cause);
                });
    }

    private static CompletableFuture<Outcome> together(List<CompletableFuture<Outcome>> asked) {
        return PendingRequests.allAsync(asked)
                .thenApply(parts -> new Outcome(
                        parts.stream().map(Outcome::ports).flatMap(List::stream).toList(),
                        parts.stream()
                                .map(Outcome::failures)
                                .flatMap(List::stream)
                                .toList()));
    }

    private CompletableFuture<PortCounts> read(PortAgent agent, CounterCapabilities able, Port port) {
        CompletableFuture<PortCounts> counters = counters(agent, able, port);
        return extras.contains(Extra.CORRECTION) && port.state() == PortState.ACTIVE
                ? counters.thenCombine(agent.correction(port, able), PortCounts::withCorrection)
                : counters;
    }

    private static CompletableFuture<PortCounts> counters(PortAgent agent, CounterCapabilities able, Port port) {
        CompletableFuture<PortCounters> basic = agent.counters(port.number());
        if (!able.hasExtendedCounters()) {
            return basic.thenApply(counters -> new PortCounts(port, counters, null, able));
        }
        return basic.thenCombine(agent.extended(port.number()), (few, many) -> new PortCounts(port, few, many, able));
    }

    private static Outcome failed(String what, Throwable failure) {
        RdmaException cause = FutureErrors.cause(failure).during("cannot read the counters of " + what);
        return new Outcome(List.of(), List.of(cause));
    }
}
