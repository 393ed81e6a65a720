package io.verbena.linux;

import io.verbena.Rdma;
import io.verbena.connection.ConnectionOptions;
import io.verbena.connection.MessageChannel;
import io.verbena.connection.MessageOptions;
import io.verbena.connection.RdmaConnection;
import io.verbena.connection.RdmaServer;
import io.verbena.connection.RequestChannel;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A peer in a process of its own, which a test stops, continues and kills. */
final class PeerProcess implements AutoCloseable {
    static final Duration LONG = Duration.ofSeconds(60);
    static final Duration KEEP_ALIVE = Duration.ofSeconds(2);
    static final ConnectionOptions OPTIONS =
            ConnectionOptions.DEFAULTS.timeout(LONG).keepAlive(KEEP_ALIVE);
    static final int SLOTS = 4;
    static final MessageOptions MESSAGES =
            MessageOptions.DEFAULTS.slots(SLOTS, 1024).timeout(LONG);

    /** The first byte of a request that is never answered. */
    static final byte HOLD = 1;

    private final Process process;
    private final BufferedReader output;

    private PeerProcess(String... arguments) {
        List<String> command = Stream.concat(
                        Stream.of(
                                Path.of(System.getProperty("java.home"), "bin", "java")
                                        .toString(),
                                "-XX:+UseSerialGC",
                                "-XX:TieredStopAtLevel=1",
                                "-Xmx64m",
                                "--enable-native-access=ALL-UNNAMED",
                                "-cp",
                                System.getProperty("java.class.path"),
                                PeerProcess.class.getName()),
                        Stream.of(arguments))
                .toList();
        try {
            process = new ProcessBuilder(command)
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        output = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.US_ASCII));
    }

    /** Starts a peer that opens two connections to {@code server}: an idle one, and one over which it answers requests. */
    static PeerProcess client(InetSocketAddress server) {
        return new PeerProcess("client", server.getAddress().getHostAddress(), String.valueOf(server.getPort()));
    }

    /** Starts a peer that accepts connections at {@code address}. */
    static PeerProcess server(InetAddress address) {
        return new PeerProcess("server", address.getHostAddress(), "0");
    }

    /** Waits for the next line that the peer prints. */
    String line() {
        try {
            String line = output.readLine();
            if (line == null) {
                throw new AssertionError("the peer ended with status " + process.waitFor());
            }
            return line;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }

    /** Stops the process as a debugger does, or a host that swaps. */
    void stop() {
        signal("STOP");
    }

    void resume() {
        signal("CONT");
    }

    private void signal(String name) {
        Command.run("sh", "-c", "kill -" + name + " " + process.pid());
    }

    /** Kills the process, even while it is stopped, so that it cannot disconnect. */
    void kill() {
        process.destroyForcibly();
    }

    @Override
    public void close() {
        try {
            if (!process.destroyForcibly().waitFor(LONG.toSeconds(), TimeUnit.SECONDS)) {
                throw new AssertionError("process " + process.pid() + " cannot be killed");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** The program of the peer, which runs until it is killed. */
    public static void main(String[] arguments) throws UnknownHostException, InterruptedException {
        InetSocketAddress address =
                new InetSocketAddress(InetAddress.getByName(arguments[1]), Integer.parseInt(arguments[2]));
        Rdma rdma = Rdma.open();
        if (arguments[0].equals("server")) {
            accept(rdma.listen(address, OPTIONS));
        } else {
            connect(rdma, address);
        }
        new CountDownLatch(1).await();
    }

    private static void accept(RdmaServer server) {
        server.serve(connection -> connection.awaitDisconnect(LONG));
        System.out.println(server.address().getPort());
    }

    private static void connect(Rdma rdma, InetSocketAddress address) {
        RdmaConnection idle = rdma.connect(address, OPTIONS);
        MessageChannel channel = MessageChannel.open(rdma.connect(address, OPTIONS), MESSAGES);
        RequestChannel answering =
                RequestChannel.answering(channel, PeerProcess::answer, Executors.newCachedThreadPool(), LONG);
        System.out.println(idle.isOpen() && answering.channel().connection().isOpen());
    }

    private static ByteBuffer answer(ByteBuffer request) {
        if (request.get(request.position()) == HOLD) {
            try {
                new CountDownLatch(1).await();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
        return request;
    }
}
