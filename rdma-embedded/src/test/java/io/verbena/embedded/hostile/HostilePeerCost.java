package io.verbena.embedded.hostile;

import io.verbena.Rdma;
import io.verbena.connection.ConnectionOptions;
import io.verbena.connection.MessageChannel;
import io.verbena.connection.MessageOptions;
import io.verbena.connection.RdmaConnection;
import io.verbena.connection.RdmaServer;
import io.verbena.connection.RequestChannel;
import io.verbena.connection.ServerLimits;
import io.verbena.embedded.EmbeddedFabric;
import io.verbena.error.RdmaException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;

/**
 * The round trip of a client's requests while it is alone, and beside each kind of hostile peer, and what the peer costs the server
 * in threads and memory. Each measurement of a kind follows one of the client alone. {@code benchmarks/hostile-peer} runs it.
 *
 * <p>On the embedded fabric, the hostile peers are threads of the process of server and client, so that the threads and the memory
 * include those of the hostile peers. Between devices of a kernel they are a process of their own.
 */
public final class HostilePeerCost {
    private static final Duration LONG = Duration.ofSeconds(30);
    private static final Duration REPLY_TIMEOUT = Duration.ofSeconds(1);
    private static final int CONNECTIONS = 64;

    /** The connections that the server gives to one address. */
    private static final int OF_ONE_PEER = 48;

    static final MessageOptions MESSAGES =
            MessageOptions.DEFAULTS.slots(8, 1024).largest(1 << 16).timeout(Duration.ofSeconds(2));
    private static final ConnectionOptions CONNECTION = ConnectionOptions.DEFAULTS
            .timeout(Duration.ofSeconds(2))
            .limits(ServerLimits.DEFAULTS.connections(CONNECTIONS).connectionsPerPeer(OF_ONE_PEER));

    private static final int HEADER = 40;
    private static final int CONTROL_BYTES = 2032;
    private static final int REQUEST_BYTES = 100;

    /** Long enough that the JVM has compiled what a connection needs, which is done 20 times in a second only. */
    private static final long WARM_UP_NANOS = 60_000_000_000L;

    private final long windowNanos;
    private final int perSecond;
    private final long leadNanos;
    private final Rdma asking;
    private final Rdma attacking;
    private final RdmaServer server;
    private final RequestChannel client;

    /** Null where the hostile peers are threads of this process. */
    private final @Nullable AttackerProcess attackers;

    private final ExecutorService handlers = Executors.newCachedThreadPool();
    private final Cost alone = new Cost();
    private final Map<Attack, Cost> costs = new EnumMap<>(Attack.class);

    /** The measurements of one kind of peer. */
    private static final class Cost {
        final List<Double> p50 = new ArrayList<>();
        final List<Double> p99 = new ArrayList<>();
        ProcessUsage.Sample usage = new ProcessUsage.Sample(0, 0, 0, 0);
        int attempts;
        int refused;

        void count(AttackerProcess.Tally tally) {
            attempts += tally.attempts();
            refused += tally.refused();
        }

        static double median(List<Double> values) {
            return values.stream().sorted().toList().get(values.size() / 2);
        }
    }

    private HostilePeerCost(
            Rdma serving,
            Rdma asking,
            Rdma attacking,
            InetAddress address,
            long windowNanos,
            int perSecond,
            long leadNanos,
            boolean isOneProcess) {
        this.perSecond = perSecond;
        this.asking = asking;
        this.attacking = attacking;
        this.windowNanos = windowNanos;
        this.leadNanos = leadNanos;
        server = serving.listen(new InetSocketAddress(address, 0), CONNECTION);
        server.serve(this::serve);
        client = RequestChannel.asking(
                MessageChannel.open(asking.connect(server.address(), CONNECTION.timeout(LONG)), MESSAGES), LONG);
        attackers = isOneProcess ? null : new AttackerProcess(server.address(), perSecond);
    }

    /**
     * Arguments: {@code embedded}, or the address of a device; the rounds; the milliseconds of a measurement; the hostile connections in a second;
     * the milliseconds for which a peer is hostile before the measurement begins.
     */
    public static void main(String[] arguments) throws UnknownHostException {
        int rounds = Integer.parseInt(arguments[1]);
        long windowNanos = Integer.parseInt(arguments[2]) * 1_000_000L;
        int perSecond = Integer.parseInt(arguments[3]);
        long leadNanos = Integer.parseInt(arguments[4]) * 1_000_000L;
        if (arguments[0].equals("embedded")) {
            try (EmbeddedFabric fabric = EmbeddedFabric.open("fat-tree:1,1,3");
                    Rdma serving = Rdma.builder().driver(fabric.driver("host1")).open();
                    Rdma asking = Rdma.builder().driver(fabric.driver("host0")).open();
                    Rdma attacking =
                            Rdma.builder().driver(fabric.driver("host2")).open()) {
                InetAddress address = fabric.node("host1").port(1).address();
                new HostilePeerCost(serving, asking, attacking, address, windowNanos, perSecond, leadNanos, true)
                        .measure(rounds);
            }
        } else {
            try (Rdma rdma = Rdma.open()) {
                new HostilePeerCost(
                                rdma,
                                rdma,
                                rdma,
                                InetAddress.getByName(arguments[0]),
                                windowNanos,
                                perSecond,
                                leadNanos,
                                false)
                        .measure(rounds);
            }
        }
        // Threads of the pool for handlers are no daemons.
        System.exit(0);
    }

    private void serve(RdmaConnection connection) {
        RequestChannel answering = RequestChannel.answering(
                MessageChannel.open(connection, MESSAGES), request -> request, handlers, REPLY_TIMEOUT);
        answering.channel().connection().awaitDisconnect(Duration.ofMinutes(30));
    }

    private void measure(int rounds) {
        long warm = System.nanoTime() + WARM_UP_NANOS;
        while (System.nanoTime() < warm) {
            for (Attack attack : Attack.values()) {
                measure(attack, new Cost());
            }
        }
        for (int round = 0; round < rounds; round++) {
            for (Attack attack : Attack.values()) {
                measure(null, alone);
                measure(attack, costs.computeIfAbsent(attack, each -> new Cost()));
            }
        }
        print();
        if (attackers != null) {
            attackers.close();
        }
    }

    private void measure(@Nullable Attack attack, Cost cost) {
        double[] micros;
        try (ProcessUsage usage = new ProcessUsage()) {
            if (attack == null) {
                micros = roundTrips(windowNanos);
                cost.usage = cost.usage.max(usage.end());
            } else if (attackers != null) {
                attackers.begin(attack);
                roundTrips(leadNanos);
                micros = roundTrips(windowNanos);
                cost.usage = cost.usage.max(usage.end());
                cost.count(attackers.end());
            } else {
                try (Attacker attacker = new Attacker(attack, perSecond, attacking, server.address(), MESSAGES)) {
                    roundTrips(leadNanos);
                    micros = roundTrips(windowNanos);
                    cost.usage = cost.usage.max(usage.end());
                    cost.count(new AttackerProcess.Tally(attacker.attempts(), attacker.refused()));
                }
            }
        }
        cost.p50.add(micros[micros.length / 2]);
        cost.p99.add(micros[(int) (micros.length * 0.99)]);
        if (attack != null) {
            awaitQuiet();
        }
    }

    /** Waits until the server has ended what an attacker left. */
    private void awaitQuiet() {
        long end = System.nanoTime() + LONG.toNanos();
        while (true) {
            try {
                asking.connect(server.address(), CONNECTION).close();
                return;
            } catch (RdmaException e) {
                if (System.nanoTime() > end) {
                    throw e;
                }
            }
        }
    }

    private double[] roundTrips(long nanos) {
        double[] micros = new double[1 << 16];
        int count = 0;
        ByteBuffer request = ByteBuffer.allocate(REQUEST_BYTES);
        for (long begin = System.nanoTime(), now = begin; now - begin < nanos; ) {
            client.requestAsync(request.clear()).join();
            long end = System.nanoTime();
            if (count == micros.length) {
                micros = Arrays.copyOf(micros, 2 * count);
            }
            micros[count++] = (end - now) / 1000.0;
            now = end;
        }
        double[] sorted = Arrays.copyOf(micros, count);
        Arrays.sort(sorted);
        return sorted;
    }

    private void print() {
        System.out.printf(
                Locale.ROOT,
                "%-40s %9s %9s %7s %8s %8s %9s %9s %7s %8s%n",
                "",
                "p50 us",
                "p99 us",
                "ratio",
                "threads",
                "heap MB",
                "direct MB",
                "pinned MB",
                "peers",
                "refused");
        print("alone", alone);
        costs.forEach((attack, cost) -> print(attack.title(), cost));
        Cost good = Objects.requireNonNull(costs.remove(Attack.WELL_BEHAVED));
        double worst = costs.values().stream()
                .mapToDouble(cost -> Cost.median(cost.p99))
                .max()
                .orElseThrow();
        System.out.printf(Locale.ROOT, "largest ratio: %.2f%n", worst / Cost.median(alone.p99));
        System.out.printf(Locale.ROOT, "largest ratio to a good client: %.2f%n", worst / Cost.median(good.p99));
        ProcessUsage.Sample most =
                costs.values().stream().map(cost -> cost.usage).reduce(alone.usage, ProcessUsage.Sample::max);
        System.out.printf("more threads: %d%n", most.threads() - alone.usage.threads());
        System.out.printf("bound of threads: %d%n", OF_ONE_PEER * MESSAGES.slots());
        System.out.printf(Locale.ROOT, "more direct MB: %.1f%n", megabytes(most.direct() - alone.usage.direct()));
        System.out.printf(Locale.ROOT, "more pinned MB: %.1f%n", megabytes(most.pinned() - alone.usage.pinned()));
        System.out.printf(Locale.ROOT, "bound of memory MB: %.1f%n", megabytes(memoryBound()));
    }

    /** Returns the bound of docs/security.md for the connections of one peer: control, short and long messages. */
    private static long memoryBound() {
        long places = 3L + MESSAGES.slots() + MESSAGES.window();
        long small = 2 * places * ((long) MESSAGES.slotBytes() + HEADER);
        long large = 2L * MESSAGES.window() * Long.highestOneBit(2L * MESSAGES.largest() - 1);
        return OF_ONE_PEER * (CONTROL_BYTES + small + large);
    }

    private static double megabytes(long bytes) {
        return bytes / 1e6;
    }

    private void print(String title, Cost cost) {
        System.out.printf(
                Locale.ROOT,
                "%-40s %9.1f %9.1f %7.2f %8d %8.1f %9.2f %9.2f %7d %8d%n",
                title,
                Cost.median(cost.p50),
                Cost.median(cost.p99),
                Cost.median(cost.p99) / Cost.median(alone.p99),
                cost.usage.threads(),
                megabytes(cost.usage.heap()),
                megabytes(cost.usage.direct()),
                megabytes(cost.usage.pinned()),
                cost.attempts,
                cost.refused);
    }
}
