package io.verbena.traffic.stream;

import io.verbena.stream.RdmaStream;
import io.verbena.stream.RdmaStreamServer;
import io.verbena.stream.Streams;
import io.verbena.traffic.TrafficException;
import io.verbena.traffic.stream.StreamTestOptions.StreamTestKind;
import io.verbena.traffic.stream.TestLink.RdmaLink;
import io.verbena.traffic.stream.TestLink.SocketLink;
import io.verbena.verbs.FutureWaits;
import java.io.IOException;
import java.net.SocketAddress;
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
}
