package io.verbena.traffic.stream;

import io.verbena.stream.StreamOption;
import io.verbena.stream.StreamSettings;
import io.verbena.stream.Streams;
import io.verbena.traffic.TrafficException;
import io.verbena.traffic.stream.StreamTestOptions.StreamWaits;
import io.verbena.verbs.Deadline;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The tests of udpong(1). A client logs in, and announces each test; the server counts the datagrams and returns those of an echo. The
 * client repeats a message that is not answered.
 *
 * <pre>
 *  0 operation | 1 number of the client | 2 sequence number | 3 zero
 *  4 number of datagrams that the server has received, big-endian
 *  8 data
 * </pre>
 *
 * @param streams the streams of this host, which are not used for UDP sockets
 * @param isSocket whether to use UDP sockets, which need no RDMA device
 * @param waits how a side waits for the other
 * @param bufferBytes the size of the send and receive buffers
 * @param timeout the time after which a server that does not answer is lost
 */
public record PongTest(
        Supplier<Streams> streams, boolean isSocket, StreamWaits waits, int bufferBytes, Duration timeout) {
    private static final int MAX_MESSAGE = 2056;
    private static final int OPERATION = 0;
    private static final int CLIENT = 1;
    private static final int SEQUENCE = 2;
    private static final int COUNT = 4;

    private static final byte LOGIN = 0;
    private static final byte START = 1;
    private static final byte DATA = 2;
    private static final byte ECHO = 3;
    private static final byte END = 4;

    /** The time after which the client repeats a message. */
    private static final Duration REPEAT = Duration.ofMillis(20);

    private static final Duration SLICE = Duration.ofMillis(500);

    private PongLink link(InetSocketAddress address) {
        if (isSocket) {
            return PongLink.OverUdp.at(address);
        }
        StreamSettings settings = StreamSettings.DEFAULTS
                .with(StreamOption.SEND_BUFFER, bufferBytes)
                .with(StreamOption.RECEIVE_BUFFER, bufferBytes);
        return new PongLink.OverQueuePairs(streams.get().datagramSocket(address, settings), waits);
    }

    /**
     * Runs the client.
     *
     * @param source the local address; null for any
     * @param tests returns the tests, given the maximum length of a datagram
     * @param results receives the result of each test
     * @throws TrafficException if the server does not answer
     */
    public void call(
            @Nullable InetAddress source,
            InetSocketAddress server,
            Function<Integer, List<PongCase>> tests,
            Consumer<PongResult> results) {
        InetAddress own = source == null ? any(server.getAddress()) : source;
        try (PongLink link = link(new InetSocketAddress(own, 0))) {
            Caller caller = new Caller(link, server, timeout);
            caller.ask(LOGIN, PongCase.MIN_SIZE);
            tests.apply(link.maxLength(server)).forEach(test -> results.accept(caller.run(test)));
        }
    }

    /** Returns the wildcard address of the version of another address. */
    private static InetAddress any(InetAddress peer) {
        try {
            return InetAddress.getByAddress(new byte[peer.getAddress().length]);
        } catch (UnknownHostException e) {
            throw new AssertionError("an address of the right length is one", e);
        }
    }

    /** The client with its only message, whose number the server has set. */
    private static final class Caller {
        private final PongLink link;
        private final InetSocketAddress server;
        private final Duration timeout;
        private final ByteBuffer message = ByteBuffer.allocate(MAX_MESSAGE);
        private final ByteBuffer answer = ByteBuffer.allocate(MAX_MESSAGE);
        private byte sequence;

        Caller(PongLink link, InetSocketAddress server, Duration timeout) {
            this.link = link;
            this.server = server;
            this.timeout = timeout;
        }

        private void send(byte operation, int size) {
            message.put(OPERATION, operation).put(SEQUENCE, sequence);
            link.send(message.clear().limit(size), server);
        }

        /** Sends a message again and again until the server returns it. */
        void ask(byte operation, int size) {
            Deadline deadline = Deadline.in(timeout);
            boolean answered = false;
            while (!answered) {
                if (deadline.isOver()) {
                    throw new TrafficException(server + " did not answer within " + timeout.toMillis()
                            + " ms; check that udpong runs there");
                }
                send(operation, size);
                answered = isAnswered(size);
            }
            message.put(CLIENT, answer.get(CLIENT)).putInt(COUNT, answer.getInt(COUNT));
            sequence++;
        }

        private boolean isAnswered(int size) {
            Deadline repeat = Deadline.in(REPEAT);
            do {
                Optional<InetSocketAddress> source = link.receive(answer.clear(), repeat.remaining());
                if (source.isPresent() && answer.position() == size && answer.get(SEQUENCE) == sequence) {
                    return true;
                }
            } while (!repeat.isOver());
            return false;
        }

        PongResult run(PongCase test) {
            ask(START, PongCase.MIN_SIZE);
            long start = System.nanoTime();
            for (int i = 0; i < test.datagrams(); i++) {
                if (test.echo()) {
                    ask(ECHO, test.size());
                } else {
                    send(DATA, test.size());
                }
            }
            ask(END, PongCase.MIN_SIZE);
            long elapsed = System.nanoTime() - start;
            long transfers = test.echo() ? 2L * test.datagrams() : Integer.toUnsignedLong(message.getInt(COUNT));
            return new PongResult(test, transfers, elapsed);
        }
    }

    /**
     * Runs the server until the thread is interrupted.
     *
     * @param address the local address
     * @param logins receives the address of each client that logs in
     * @throws io.verbena.error.SysException if the address is in use
     */
    public void serve(InetSocketAddress address, Consumer<InetSocketAddress> logins) {
        Map<Byte, Integer> counts = new HashMap<>();
        byte nextClient = 0;
        ByteBuffer message = ByteBuffer.allocate(MAX_MESSAGE);
        try (PongLink link = link(address)) {
            while (!Thread.currentThread().isInterrupted()) {
                Optional<InetSocketAddress> source = link.receive(message.clear(), SLICE);
                if (source.isEmpty() || message.position() < PongCase.MIN_SIZE) {
                    continue;
                }
                byte operation = message.get(OPERATION);
                if (operation == LOGIN) {
                    logins.accept(source.get());
                    message.put(CLIENT, nextClient++);
                }
                byte client = message.get(CLIENT);
                if (operation == LOGIN || operation == START) {
                    counts.put(client, 0);
                } else if (operation == END) {
                    message.putInt(COUNT, counts.getOrDefault(client, 0));
                } else {
                    counts.merge(client, 1, Integer::sum);
                }
                if (operation <= START || operation == ECHO || operation == END) {
                    link.send(message.flip(), source.get());
                }
            }
        }
    }
}
