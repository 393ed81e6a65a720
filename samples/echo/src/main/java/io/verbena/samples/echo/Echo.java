package io.verbena.samples.echo;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.verbena.Rdma;
import io.verbena.connection.RdmaConnection;
import io.verbena.connection.RdmaServer;
import io.verbena.connection.message.ChannelEndedException;
import io.verbena.connection.message.MessageChannel;
import io.verbena.connection.message.MessageOptions;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.time.Duration;

/** {@code serve ADDRESS:PORT} sends back what comes, {@code ask ADDRESS:PORT TEXT} sends a text and prints what comes back. */
public final class Echo {
    private static final Duration PATIENCE = Duration.ofMinutes(5);

    private Echo() {}

    public static void main(String[] arguments) {
        if (arguments.length < 2) {
            System.err.println(
                    "echo: say serve ADDRESS:PORT or ask ADDRESS:PORT TEXT, and a fabric if it is not native");
            System.exit(2);
        }
        boolean serves = arguments[0].equals("serve");
        int colon = arguments[1].lastIndexOf(':');
        InetSocketAddress address = new InetSocketAddress(
                arguments[1].substring(0, colon), Integer.parseInt(arguments[1].substring(colon + 1)));
        int fabric = serves ? 2 : 3;
        try (Rdma rdma = Rdma.builder()
                .fabric(arguments.length > fabric ? arguments[fabric] : "native")
                .open()) {
            if (serves) {
                serve(rdma, address);
            } else {
                System.out.println(ask(rdma, address, arguments[2]));
            }
        }
    }

    private static void serve(Rdma rdma, InetSocketAddress address) {
        try (RdmaServer server = rdma.listen(address)) {
            while (true) {
                try (RdmaConnection client = server.accept(PATIENCE);
                        MessageChannel channel = MessageChannel.open(client, MessageOptions.DEFAULTS)) {
                    while (true) {
                        channel.send(channel.receive(PATIENCE));
                    }
                } catch (ChannelEndedException e) {
                    System.out.println("a client is done");
                }
            }
        }
    }

    private static String ask(Rdma rdma, InetSocketAddress address, String text) {
        try (RdmaConnection server = rdma.connect(address);
                MessageChannel channel = MessageChannel.open(server, MessageOptions.DEFAULTS)) {
            channel.send(ByteBuffer.wrap(text.getBytes(UTF_8)));
            return UTF_8.decode(channel.receive(Duration.ofSeconds(5))).toString();
        }
    }
}
