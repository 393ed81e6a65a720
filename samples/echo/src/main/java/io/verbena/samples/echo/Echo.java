package io.verbena.samples.echo;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.verbena.Rdma;
import io.verbena.connection.ConnectionOptions;
import io.verbena.connection.MessageChannel;
import io.verbena.connection.RdmaConnection;
import io.verbena.connection.RdmaServer;
import java.io.IOException;
import java.time.Duration;

/**
 * {@code ADDRESS:PORT} runs a server, {@code ADDRESS:PORT TEXT} a client. Without arguments, both run in this process.
 */
public final class Echo {
    /** Long enough for a peer that has just started on a slow machine. */
    private static final Duration TIMEOUT = Duration.ofMinutes(1);

    private static final ConnectionOptions OPTIONS = ConnectionOptions.DEFAULTS.timeout(TIMEOUT);

    public static void main(String... arguments) throws IOException {
        boolean alone = arguments.length == 0;
        String address = alone ? "10.0.0.1:7471" : arguments[0];
        try (Rdma rdma = Rdma.builder().fabric(alone ? "embedded" : "native").open();
                RdmaServer server = arguments.length < 2 ? rdma.listen(address, OPTIONS) : null) {
            if (server != null) {
                server.serve(Echo::answer);
                System.out.println("echo: listening at " + address);
            }
            if (arguments.length == 1) {
                System.in.read(); // Enter stops the server
            } else {
                System.out.println(ask(rdma, address, alone ? "Hello" : arguments[1]));
            }
        }
    }

    private static void answer(RdmaConnection client) {
        try (MessageChannel channel = MessageChannel.open(client)) {
            channel.forEach(Duration.ofMinutes(5), channel::send);
        }
    }

    private static String ask(Rdma rdma, String address, String text) {
        try (MessageChannel channel = MessageChannel.open(rdma.connect(address, OPTIONS))) {
            channel.send(UTF_8.encode(text));
            return UTF_8.decode(channel.receive(TIMEOUT)).toString();
        }
    }
}
