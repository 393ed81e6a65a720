package io.verbena.benchmarks;

import io.verbena.Rdma;
import io.verbena.connection.Access;
import io.verbena.connection.Completions;
import io.verbena.connection.ConnectionOptions;
import io.verbena.connection.LocalBuffer;
import io.verbena.connection.Message;
import io.verbena.connection.MessageChannel;
import io.verbena.connection.MessageOptions;
import io.verbena.connection.Queue;
import io.verbena.connection.RdmaConnection;
import io.verbena.connection.RdmaServer;
import io.verbena.connection.RemoteBuffer;
import io.verbena.connection.Signaling;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;

/**
 * Measures what connections and messages add to verbs, between two devices of the test bed: ping-pongs of 64 bytes by verbs
 * and over a connection, writes of 64 KiB over a connection, and messages of that size, both sent eagerly and read by the
 * receiver. With more slots, the sides switch less often, and the messages occupy more of the cache of the processor. Rounds
 * of the first 20 seconds are discarded, because the JIT compiler shares the one processor of the bed. Prints medians;
 * {@code benchmarks/connection-cost} runs this class.
 */
public final class ConnectionCost {
    private static final Duration LONG = Duration.ofSeconds(60);
    private static final Duration WARM_UP = Duration.ofSeconds(20);
    private static final int ROUNDS = 15;
    private static final int TURNS = 500;
    private static final int SMALL = 64;
    private static final int LARGE = 64 << 10;
    private static final int WRITES = 512;
    private static final int AT_ONCE = 16;
    private static final int MANY = 32;
    private static final int SETUPS = 8;

    private ConnectionCost() {}

    /** Runs the measurements; the first argument is the address of the second device. */
    public static void main(String[] arguments) throws UnknownHostException {
        InetAddress address = InetAddress.getByName(arguments[0]);
        try (Rdma rdma = Rdma.open();
                RawPingPong raw = new RawPingPong(rdma, address)) {
            double[] rawTurns = new double[ROUNDS];
            double[] connectionTurns = new double[ROUNDS];
            double[] writes = new double[ROUNDS];
            double[] messages = new double[ROUNDS];
            double[] roomyMessages = new double[ROUNDS];
            double[] longMessages = new double[ROUNDS];
            double[] setups = new double[ROUNDS];
            RdmaServer server = rdma.listen(new InetSocketAddress(address, 0), Pair.OPTIONS);
            Pair small = new Pair(rdma, address);
            Pair large = new Pair(rdma, address);
            Writer writer = new Writer(large);
            MessageOptions options = MessageOptions.DEFAULTS.timeout(LONG);
            Streamer streamer = new Streamer(new Pair(rdma, address), options);
            Streamer roomy = new Streamer(new Pair(rdma, address), options.slots(MANY, LARGE));
            Streamer reading = new Streamer(
                    new Pair(rdma, address), options.slots(16, SMALL).window(AT_ONCE));
            long warm = System.nanoTime() + WARM_UP.toNanos();
            for (int round = 0; round < ROUNDS; ) {
                rawTurns[round] = raw.microsPerTurn(TURNS);
                connectionTurns[round] = turns(small);
                writes[round] = writer.megabytesPerSecond();
                messages[round] = streamer.megabytesPerSecond();
                roomyMessages[round] = roomy.megabytesPerSecond();
                longMessages[round] = reading.megabytesPerSecond();
                round += System.nanoTime() > warm ? 1 : 0;
            }
            // Last, because new connections touch new memory, which is slow in that kernel.
            for (int i = 0; i < ROUNDS; i++) {
                setups[i] = microsPerSetup(rdma, server);
            }
            print("raw ping-pong us", rawTurns);
            print("connection ping-pong us", connectionTurns);
            print("write MB/s", writes);
            print("message MB/s", messages);
            print("message with " + MANY + " slots MB/s", roomyMessages);
            print("message that is read MB/s", longMessages);
            print("connection setup us", setups);
        }
    }

    private static void print(String what, double[] values) {
        Arrays.sort(values);
        System.out.printf(Locale.ROOT, "%s: %.2f%n", what, values[values.length / 2]);
    }

    /** Both sides of a connection. */
    private static final class Pair {
        static final ConnectionOptions OPTIONS = ConnectionOptions.DEFAULTS.timeout(LONG);

        final RdmaConnection client;
        final RdmaConnection server;
        final Executor serving = RawPingPong.peer();

        Pair(Rdma rdma, InetAddress address) {
            this(rdma, rdma.listen(new InetSocketAddress(address, 0), OPTIONS));
        }

        Pair(Rdma rdma, RdmaServer listening) {
            CompletableFuture<RdmaConnection> connecting = rdma.connectAsync(listening.address(), OPTIONS);
            server = listening.accept(LONG);
            client = connecting.join();
        }
    }

    /** Measures the setup of connections by both sides, without closing them. */
    private static double microsPerSetup(Rdma rdma, RdmaServer server) {
        long nanos = 0;
        for (int i = 0; i < SETUPS; i++) {
            long begin = System.nanoTime();
            Pair pair = new Pair(rdma, server);
            nanos += System.nanoTime() - begin;
            pair.client.close();
            pair.server.close();
        }
        return nanos / 1000.0 / SETUPS;
    }

    private static double turns(Pair pair) {
        LocalBuffer ours = pair.client.allocate(2 * SMALL);
        LocalBuffer theirs = pair.server.allocate(2 * SMALL);
        pair.client.postReceive(ours, 0, SMALL);
        pair.server.postReceive(theirs, 0, SMALL);
        CompletableFuture<Void> answering = CompletableFuture.runAsync(() -> answer(pair.server, theirs), pair.serving);
        Completions completions = new Completions(1);
        long began = System.nanoTime();
        for (int i = 0; i < TURNS; i++) {
            turn(pair.client, ours, completions);
            pair.client.awaitCompletions(Queue.RECEIVE, completions, 1, LONG);
            pair.client.postReceive(ours, 0, SMALL);
        }
        double micros = (System.nanoTime() - began) / 1000.0 / TURNS;
        answering.join();
        // Each side still has a posted receive; a last message consumes it, so that the next round starts without one.
        pair.client.postSend(ours, SMALL, 1, Signaling.SIGNALED);
        pair.server.postSend(theirs, SMALL, 1, Signaling.SIGNALED);
        for (RdmaConnection side : new RdmaConnection[] {pair.client, pair.server}) {
            side.awaitCompletions(Queue.RECEIVE, 1, LONG);
            side.awaitCompletions(Queue.SEND, 1, LONG);
        }
        ours.close();
        theirs.close();
        return micros;
    }

    private static void answer(RdmaConnection server, LocalBuffer buffer) {
        Completions completions = new Completions(1);
        for (int i = 0; i < TURNS; i++) {
            server.awaitCompletions(Queue.RECEIVE, completions, 1, LONG);
            server.postReceive(buffer, 0, SMALL);
            turn(server, buffer, completions);
        }
    }

    private static void turn(RdmaConnection side, LocalBuffer buffer, Completions completions) {
        side.postSend(buffer, SMALL, SMALL, Signaling.SIGNALED);
        side.awaitCompletions(Queue.SEND, completions, 1, LONG);
    }

    /** Writes over a connection, with up to {@link #AT_ONCE} writes in flight. */
    private static final class Writer {
        private final RdmaConnection client;
        private final LocalBuffer source;
        private final RemoteBuffer target;

        Writer(Pair pair) {
            client = pair.client;
            source = client.allocate(LARGE);
            pair.server.advertise(pair.server.allocate(LARGE, Access.REMOTE_WRITE));
            target = client.awaitAdvertisement(LONG);
        }

        double megabytesPerSecond() {
            Completions completions = new Completions(AT_ONCE);
            long began = System.nanoTime();
            int posted = 0;
            for (int ended = 0; ended < WRITES; ) {
                while (posted < WRITES && posted - ended < AT_ONCE) {
                    client.postWrite(source, 0, LARGE, target, 0, Signaling.SIGNALED);
                    posted++;
                }
                ended += client.awaitCompletions(Queue.SEND, completions, 1, LONG);
            }
            return (double) WRITES * LARGE / (System.nanoTime() - began) * 1000;
        }
    }

    /** Sends messages, which the peer takes and releases. */
    private static final class Streamer {
        private final MessageChannel client;
        private final MessageChannel server;
        private final LocalBuffer source;
        private final Executor taking;

        Streamer(Pair pair, MessageOptions options) {
            CompletableFuture<MessageChannel> opening =
                    CompletableFuture.supplyAsync(() -> MessageChannel.open(pair.server, options));
            client = MessageChannel.open(pair.client, options);
            server = opening.join();
            source = pair.client.allocate(LARGE, Access.REMOTE_READ);
            taking = pair.serving;
        }

        double megabytesPerSecond() {
            long began = System.nanoTime();
            CompletableFuture<Void> taken = CompletableFuture.runAsync(this::takeAll, taking);
            for (int i = 0; i < WRITES; i++) {
                CompletableFuture<Void> unused = client.sendAsync(source, 0, LARGE, LONG);
            }
            taken.join();
            double rate = (double) WRITES * LARGE / (System.nanoTime() - began) * 1000;
            client.connection().poll();
            return rate;
        }

        private void takeAll() {
            for (int i = 0; i < WRITES; i++) {
                try (Message message = server.take(LONG)) {
                    require(message.data());
                }
            }
        }

        private static void require(ByteBuffer data) {
            if (data.remaining() != LARGE) {
                throw new IllegalStateException("a message of " + data.remaining() + " bytes");
            }
        }
    }
}
