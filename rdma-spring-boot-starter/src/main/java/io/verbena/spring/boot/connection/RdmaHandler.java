package io.verbena.spring.boot.connection;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.verbena.connection.RdmaConnection;
import io.verbena.connection.message.MessageChannel;
import java.nio.ByteBuffer;
import java.util.Objects;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A function that does the work of a server of the configuration, {@code rdma.servers.<name>}; a bean of this type does what a
 * method with {@link RdmaListener} does. Threads and ends are as there.
 *
 * <pre>{@code
 * @Bean
 * RdmaHandler greeter() {
 *     return RdmaHandler.text("hello", name -> "hello " + name);
 * }
 * }</pre>
 */
public final class RdmaHandler {
    private final String server;
    private final Listener listener;

    private RdmaHandler(String server, Listener listener) {
        this.server = server;
        this.listener = listener;
    }

    /** Answers each message, text as UTF-8; several threads at once. */
    public static RdmaHandler text(String server, UnaryOperator<String> answer) {
        return messages(
                server,
                (connection, message) -> ByteBuffer.wrap(
                        answer.apply(UTF_8.decode(message).toString()).getBytes(UTF_8)));
    }

    /** Answers each message; several threads at once. The array is the caller's. */
    public static RdmaHandler bytes(String server, UnaryOperator<byte[]> answer) {
        return messages(server, (connection, message) -> {
            byte[] bytes = new byte[message.remaining()];
            message.get(bytes);
            return ByteBuffer.wrap(answer.apply(bytes));
        });
    }

    /**
     * Answers each message; several threads at once. The buffer is read only, valid until the function returns, and may be
     * the answer itself, or a part of it.
     */
    public static RdmaHandler messages(String server, BiFunction<RdmaConnection, ByteBuffer, ByteBuffer> answer) {
        return new RdmaHandler(server, new Messages(answer, server));
    }

    /** Takes and sends messages as it likes; called once for each connection, on a thread of its own. */
    public static RdmaHandler channels(String server, Consumer<MessageChannel> work) {
        return new RdmaHandler(
                server,
                new Alone(
                        Listener.Kind.CHANNEL,
                        (connection, channel) -> work.accept(Objects.requireNonNull(channel)),
                        server));
    }

    /** Does with a connection as it likes; called once for each, on a thread of its own. It is closed at the end. */
    public static RdmaHandler connections(String server, Consumer<RdmaConnection> work) {
        return new RdmaHandler(
                server, new Alone(Listener.Kind.CONNECTION, (connection, channel) -> work.accept(connection), server));
    }

    /** The name of the server. */
    public String server() {
        return server;
    }

    Listener listener() {
        return listener;
    }

    @Override
    public String toString() {
        return listener.toString();
    }

    private static String text(String server) {
        return "RdmaHandler of '" + server + "'";
    }

    /** Answers messages. */
    private record Messages(BiFunction<RdmaConnection, ByteBuffer, ByteBuffer> answer, String server)
            implements Listener {
        @Override
        public Kind kind() {
            return Kind.MESSAGE;
        }

        @Override
        public ByteBuffer answer(RdmaConnection connection, MessageChannel channel, ByteBuffer message) {
            return Answers.kept(answer.apply(connection, message));
        }

        @Override
        public void serve(RdmaConnection connection, @Nullable MessageChannel channel) {
            throw new IllegalStateException(this + " answers messages");
        }

        @Override
        public String toString() {
            return text(server);
        }
    }

    /** Has a connection to itself. */
    private record Alone(Kind kind, Work work, String server) implements Listener {
        /** What it does. */
        interface Work {
            void on(RdmaConnection connection, @Nullable MessageChannel channel);
        }

        @Override
        public ByteBuffer answer(RdmaConnection connection, MessageChannel channel, ByteBuffer message) {
            throw new IllegalStateException(this + " answers no messages");
        }

        @Override
        public void serve(RdmaConnection connection, @Nullable MessageChannel channel) {
            work.on(connection, channel);
        }

        @Override
        public String toString() {
            return text(server);
        }
    }
}
