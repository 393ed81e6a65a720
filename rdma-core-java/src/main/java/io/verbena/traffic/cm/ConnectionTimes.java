package io.verbena.traffic.cm;

import io.verbena.cm.CmEvent;
import io.verbena.cm.CmId;
import io.verbena.cm.ConnectionRequest;
import io.verbena.error.ClosingFailures;
import io.verbena.hca.ConnectionParameters;
import io.verbena.hca.PortSpace;
import io.verbena.hca.QueuePairCapacity;
import io.verbena.hca.QueuePairType;
import io.verbena.verbs.CompletionQueue;
import io.verbena.verbs.ProtectionDomain;
import io.verbena.verbs.QueuePair;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.IntConsumer;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The test of cmtime(1): measures the steps of a number of connections, from the creation of an identifier to its end. Each
 * step is done for all connections before the next; the steps that wait for the peer are in flight together.
 */
public final class ConnectionTimes {
    private static final QueuePairCapacity SMALLEST = new QueuePairCapacity(1, 1, 1, 1, 0);

    private final CmTestResources resources;
    private final CmTestHost host;
    private final List<CmId> ids = new ArrayList<>();
    private final List<QueuePair> pairs = new ArrayList<>();
    private final Map<String, CompletionQueue> queues = new LinkedHashMap<>();
    private final List<ConnectionStep> steps = new ArrayList<>();

    private ConnectionTimes(CmTestResources resources) {
        this.resources = resources;
        host = resources.host;
    }

    /**
     * The times of a step.
     *
     * @param name the name of the step, such as {@code resolve addr}
     * @param totalNanos the time from the first start to the last end in nanoseconds
     * @param maxNanos the longest time of one connection in nanoseconds
     * @param minNanos the shortest time of one connection in nanoseconds
     */
    public record ConnectionStep(String name, long totalNanos, long maxNanos, long minNanos, int connections) {}

    /**
     * Runs the client.
     *
     * @param source a local address; null for any
     * @param retries how often to try again to resolve an address or a path that takes longer than {@code resolving}
     * @param resolving the timeout of resolving an address or a path
     * @throws io.verbena.cm.CmException if the server is unreachable or rejects a connection
     */
    public static List<ConnectionStep> measure(
            CmTestHost host,
            int connections,
            @Nullable InetAddress source,
            InetSocketAddress server,
            int retries,
            Duration resolving) {
        try (CmTestResources resources = new CmTestResources(host)) {
            ConnectionTimes times = new ConnectionTimes(resources);
            times.run(connections, source, server, retries, resolving);
            return times.steps;
        }
    }

    private void run(
            int connections, @Nullable InetAddress source, InetSocketAddress server, int retries, Duration resolving) {
        host.say("creating id");
        each("create id", connections, i -> ids.add(resources.id(PortSpace.TCP)));
        if (source != null) {
            host.say("binding source address");
            each("bind addr", connections, i -> ids.get(i).bind(new InetSocketAddress(source, 0)));
        }
        host.say("resolving address");
        together(
                "resolve addr",
                connections,
                i -> retried(retries, () -> ids.get(i).resolveAddressAsync(null, server, resolving)));
        host.say("resolving route");
        together(
                "resolve route",
                connections,
                i -> retried(retries, () -> ids.get(i).resolveRouteAsync(resolving)));
        host.say("creating qp");
        each("create qp", connections, i -> pairs.add(queuePair(ids.get(i))));
        host.say("connecting");
        together("connect", connections, i -> ids.get(i).connectAsync(ConnectionParameters.DEFAULTS));
        host.say("disconnecting");
        together("disconnect", connections, i -> ids.get(i).disconnectAsync());
        host.say("destroying id");
        each("destroy", connections, i -> {
            ids.get(i).close();
            pairs.get(i).close();
        });
    }

    /** Starts a step again if it takes too long. */
    private static CompletableFuture<CmEvent> retried(int retries, Supplier<CompletableFuture<CmEvent>> step) {
        CompletableFuture<CmEvent> first = step.get();
        return retries == 0 ? first : first.exceptionallyCompose(failure -> retried(retries - 1, step));
    }

    private QueuePair queuePair(CmId id) {
        ProtectionDomain domain = resources.domain(id);
        CompletionQueue queue = queues.computeIfAbsent(
                domain.context().device(), device -> domain.context().completionQueue(1));
        QueuePair pair = domain.queuePair(QueuePairType.RC)
                .completions(queue)
                .capacity(SMALLEST)
                .create();
        id.use(pair);
        return pair;
    }

    private void each(String name, int connections, IntConsumer step) {
        StepClock clock = new StepClock(connections);
        for (int i = 0; i < connections; i++) {
            clock.started(i);
            step.accept(i);
            clock.ended(i);
        }
        steps.add(clock.step(name));
    }

    private void together(String name, int connections, IntFunction<CompletableFuture<CmEvent>> step) {
        StepClock clock = new StepClock(connections);
        List<CompletableFuture<Void>> started = new ArrayList<>();
        for (int i = 0; i < connections; i++) {
            int index = i;
            clock.started(i);
            started.add(step.apply(i).thenAccept(event -> clock.ended(index)));
        }
        for (int i = 0; i < connections; i++) {
            host.await(started.get(i), ids.get(i), "to " + name);
        }
        steps.add(clock.step(name));
    }

    /** The start and end of a step for each connection. The thread of an event channel reports ends. */
    private static final class StepClock {
        private final long[] starts;
        private final long[] ends;

        StepClock(int connections) {
            starts = new long[connections];
            ends = new long[connections];
        }

        void started(int index) {
            starts[index] = System.nanoTime();
        }

        void ended(int index) {
            ends[index] = System.nanoTime();
        }

        ConnectionStep step(String name) {
            long max = 0;
            long min = Long.MAX_VALUE;
            long last = starts[0];
            for (int i = 0; i < starts.length; i++) {
                max = Math.max(max, ends[i] - starts[i]);
                min = Math.min(min, ends[i] - starts[i]);
                last = last - ends[i] < 0 ? ends[i] : last;
            }
            return new ConnectionStep(name, last - starts[0], max, min, starts.length);
        }
    }

    /**
     * Runs the server: accepts connections until all of them have ended, or the thread is interrupted.
     *
     * @return the number of connections that were accepted
     * @throws io.verbena.cm.AddressInUseException if the address is in use
     */
    public static int serve(CmTestHost host, int connections, InetSocketAddress address) {
        try (CmTestResources resources = new CmTestResources(host)) {
            ConnectionTimes times = new ConnectionTimes(resources);
            CmId listening = resources.listening(PortSpace.TCP, address, 0);
            List<CompletableFuture<CmEvent>> ended = new ArrayList<>();
            for (int i = 0; i < connections; i++) {
                ConnectionRequest request = resources.request(listening);
                times.pairs.add(times.queuePair(request.id()));
                ended.add(request.acceptAsync(ConnectionParameters.DEFAULTS)
                        .thenCompose(accepted -> request.id().awaitDisconnectAsync()));
                times.ids.add(request.id());
            }
            for (int i = 0; i < connections; i++) {
                host.await(ended.get(i), times.ids.get(i), "to be disconnected");
            }
            ClosingFailures failures = new ClosingFailures();
            failures.closeAll(times.ids);
            failures.rethrow();
            return connections;
        }
    }
}
