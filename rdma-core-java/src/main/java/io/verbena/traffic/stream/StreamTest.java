package io.verbena.traffic.stream;

import io.verbena.stream.RdmaStream;
import io.verbena.stream.RdmaStreamServer;
import io.verbena.stream.StreamMapping;
import io.verbena.stream.Streams;
import io.verbena.traffic.TrafficException;
import io.verbena.traffic.stream.StreamTestOptions.StreamTestKind;
import io.verbena.traffic.stream.TestLink.RdmaLink;
import io.verbena.traffic.stream.TestLink.SocketLink;
import io.verbena.verbs.Deadline;
import io.verbena.verbs.FutureWaits;
import java.io.IOException;
import java.lang.invoke.VarHandle;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The tests of rstream(1) and riostream(1). Each connection has a list of tests, which are the same on both sides.
 *
 * @param streams the streams of this host, which are not used for a TCP socket
 * @param options the parameters
 * @param timeout the timeout of each message
 * @param results receives the result of each test
 */
public record StreamTest(
        Supplier<Streams> streams, StreamTestOptions options, Duration timeout, Consumer<StreamTestResult> results) {
    private static final Duration FOREVER = Duration.ofDays(36_500);

    /**
     * Runs the client.
     *
     * @param source the local address; null for any
     * @throws io.verbena.error.SysException if no program listens at the address, or no device reaches it
     * @throws TrafficException if the peer does not respond, or sends other data
     */
    public void connect(List<List<StreamTestCase>> connections, @Nullable SocketAddress source, SocketAddress server) {
        for (List<StreamTestCase> tests : connections) {
            try (TestLink link = opened(source, server)) {
                run(link, tests, true);
            }
        }
    }

    private TestLink opened(@Nullable SocketAddress source, SocketAddress server) {
        if (options.kind() != StreamTestKind.SOCKET) {
            Streams own = streams.get();
            RdmaStream stream = FutureWaits.await(
                    own.connectAsync(source, server, options.settings(), timeout),
                    timeout,
                    own,
                    () -> new TrafficException(
                            server + " did not accept a stream within " + timeout.toMillis() + " ms"));
            return new RdmaLink(own, stream, options, timeout);
        }
        try {
            SocketChannel socket = SocketChannel.open();
            if (source != null) {
                socket.bind(source);
            }
            socket.connect(server);
            return new SocketLink(socket, options.waits(), timeout);
        } catch (IOException e) {
            throw new TrafficException("cannot connect to " + server + ": " + e.getMessage());
        }
    }

    private void run(TestLink link, List<StreamTestCase> tests, boolean calls) {
        StreamTestRun run = new StreamTestRun(link, options, calls);
        tests.forEach(test -> results.accept(run.run(test)));
    }

    /**
     * Runs the server, which waits for each connection until the thread is interrupted.
     *
     * @throws io.verbena.error.SysException if the address is in use
     * @throws TrafficException if the peer does not respond, or sends other data
     */
    public void serve(List<List<StreamTestCase>> connections, SocketAddress address) {
        if (options.kind() == StreamTestKind.SOCKET) {
            serveSockets(connections, address);
            return;
        }
        Streams own = streams.get();
        try (RdmaStreamServer listening = own.listen(address, options.settings(), 1)) {
            for (List<StreamTestCase> tests : connections) {
                RdmaStream stream = listening.accept(FOREVER).orElseThrow();
                try (TestLink link = new RdmaLink(own, stream, options, timeout)) {
                    run(link, tests, false);
                }
            }
        }
    }

    private void serveSockets(List<List<StreamTestCase>> connections, SocketAddress address) {
        try (ServerSocketChannel listening = ServerSocketChannel.open()) {
            listening.bind(address);
            for (List<StreamTestCase> tests : connections) {
                try (TestLink link = new SocketLink(listening.accept(), options.waits(), timeout)) {
                    run(link, tests, false);
                }
            }
        } catch (IOException e) {
            throw new TrafficException("cannot accept a connection at " + address + ": " + e.getMessage());
        }
    }

    /** The tests over one connection. Both sides start each test together, by 16 bytes there and back. */
    private static final class StreamTestRun {
        private static final int HELLO = 16;

        private final TestLink link;
        private final StreamTestOptions options;
        private final boolean calls;

        /** The next byte of the pattern of each direction. */
        private byte nextSent;

        private byte nextReceived;

        StreamTestRun(TestLink link, StreamTestOptions options, boolean calls) {
            this.link = link;
            this.options = options;
            this.calls = calls;
        }

        StreamTestResult run(StreamTestCase test) {
            ByteBuffer outgoing = ByteBuffer.allocateDirect(test.size());
            ByteBuffer incoming = ByteBuffer.allocateDirect(test.size());
            return link instanceof RdmaLink rdma && options.kind() == StreamTestOptions.StreamTestKind.MAPPED
                    ? runMapped(test, rdma, outgoing, incoming)
                    : runMessages(test, outgoing, incoming);
        }

        /** Exchanges 16 bytes; the first {@code pattern} bytes carry the pattern. */
        private void synchronize(int pattern) {
            ByteBuffer hello = ByteBuffer.allocateDirect(HELLO);
            if (calls) {
                fill(hello, pattern);
                link.write(hello);
                link.read(hello.clear());
                verify(hello, pattern);
            } else {
                link.read(hello);
                verify(hello, pattern);
                fill(hello, pattern);
                link.write(hello.clear());
            }
        }

        private StreamTestResult runMessages(StreamTestCase test, ByteBuffer outgoing, ByteBuffer incoming) {
            synchronize(HELLO);
            long start = System.nanoTime();
            for (int i = 0; i < test.iterations(); i++) {
                if (calls) {
                    send(test, outgoing);
                    receive(test, incoming);
                } else {
                    receive(test, incoming);
                    send(test, outgoing);
                }
            }
            return new StreamTestResult(test, System.nanoTime() - start);
        }

        private void send(StreamTestCase test, ByteBuffer outgoing) {
            for (int i = 0; i < test.messages(); i++) {
                fill(outgoing, test.size());
                link.write(outgoing.clear());
            }
        }

        private void receive(StreamTestCase test, ByteBuffer incoming) {
            for (int i = 0; i < test.messages(); i++) {
                link.read(incoming.clear());
                verify(incoming, test.size());
            }
        }

        /**
         * Runs a test with writes into mapped memory. The last byte of the memory counts the transfers of both sides; the receiver
         * reads it until it has the expected value.
         */
        private StreamTestResult runMapped(
                StreamTestCase test, RdmaLink rdma, ByteBuffer outgoing, ByteBuffer incoming) {
            int last = test.size() - 1;
            incoming.put(last, (byte) -1);
            outgoing.put(last, (byte) -1);
            StreamMapping mapping = rdma.stream.map(incoming.clear(), 0);
            try {
                synchronize(0);
                long start = System.nanoTime();
                byte marker = 0;
                for (int i = 0; i < test.iterations(); i++) {
                    if (!calls) {
                        awaitMarker(incoming, last, marker++);
                    }
                    // The receiver sees the last message of an iteration only, so all of them carry the same pattern.
                    fill(outgoing, last);
                    for (int message = 1; message < test.messages(); message++) {
                        writeMapped(rdma, outgoing);
                    }
                    outgoing.put(last, marker++);
                    writeMapped(rdma, outgoing);
                    if (calls) {
                        awaitMarker(incoming, last, marker++);
                    }
                }
                return new StreamTestResult(test, System.nanoTime() - start);
            } finally {
                mapping.close();
            }
        }

        private static void writeMapped(RdmaLink rdma, ByteBuffer outgoing) {
            rdma.stream.writeTo(outgoing.clear(), 0);
        }

        private void awaitMarker(ByteBuffer incoming, int last, byte marker) {
            Deadline deadline = Deadline.in(link.timeout());
            for (int tries = 0; incoming.get(last) != marker; tries++) {
                link.pause(tries, deadline, incoming.capacity());
                // The device writes the byte; it must be read from memory each time.
                VarHandle.fullFence();
            }
            verify(incoming, last);
        }

        /** Writes the pattern: bytes that count on from message to message. */
        private void fill(ByteBuffer outgoing, int length) {
            for (int i = 0; options.verify() && i < length; i++) {
                outgoing.put(i, nextSent++);
            }
        }

        private void verify(ByteBuffer incoming, int length) {
            for (int i = 0; options.verify() && i < length; i++) {
                byte expected = nextReceived++;
                if (incoming.get(i) != expected) {
                    throw new TrafficException(link + ": byte " + i + " of a message is " + (incoming.get(i) & 0xff)
                            + ", expected " + (expected & 0xff) + "; check that the peer verifies, too (-T v)");
                }
            }
        }
    }
}
