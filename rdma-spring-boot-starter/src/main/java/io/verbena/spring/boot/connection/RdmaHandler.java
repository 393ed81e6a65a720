package io.verbena.spring.boot.connection;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.verbena.connection.MessageChannel;
import io.verbena.connection.RdmaConnection;
import java.nio.ByteBuffer;
import java.util.Objects;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Handles the requests of a server of the configuration, {@code rdma.servers.<name>}, with a function. A bean of this
 * type is equivalent to a method with {@link RdmaListener}.
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

    private RdmaHandler(String server, Listener.Kind kind, Listener.Task task) {
        this.server = server;
        this.listener = new Listener(kind, "RdmaHandler of '" + server + "'", task);
    }

    /**
     * Creates a handler that responds to each message, both as UTF-8 text. The function is called by several threads.
     */
    public static RdmaHandler text(String server, UnaryOperator<String> answer) {
        return messages(
                server,
                (connection, message) -> ByteBuffer.wrap(
                        answer.apply(UTF_8.decode(message).toString()).getBytes(UTF_8)));
    }

    /**
     * Creates a handler that responds to each message with an array of bytes. The function is called by several threads
     * and owns the array.
     */
    public static RdmaHandler bytes(String server, UnaryOperator<byte[]> answer) {
        return messages(server, (connection, message) -> {
            byte[] bytes = new byte[message.remaining()];
            message.get(bytes);
            return ByteBuffer.wrap(answer.apply(bytes));
        });
    }

    /**
     * Creates a handler that responds to each message with a buffer. The function is called by several threads. Its
     * buffer is read-only and valid until it returns; the response may be that buffer or a part of it.
     */
    public static RdmaHandler messages(String server, BiFunction<RdmaConnection, ByteBuffer, ByteBuffer> answer) {
        return new RdmaHandler(
                server,
                Listener.Kind.MESSAGE,
                (connection, channel, message) ->
                        Listener.copied(answer.apply(connection, Objects.requireNonNull(message))));
    }

    /** Creates a handler of channels. The consumer is called once per connection, on a thread of its own. */
    public static RdmaHandler channels(String server, Consumer<MessageChannel> work) {
        return new RdmaHandler(server, Listener.Kind.CHANNEL, (connection, channel, message) -> {
            work.accept(Objects.requireNonNull(channel));
            return Listener.NOTHING;
        });
    }

    /**
     * Creates a handler of connections. The consumer is called once per connection, on a thread of its own. The
     * connection is closed when it returns.
     */
    public static RdmaHandler connections(String server, Consumer<RdmaConnection> work) {
        return new RdmaHandler(server, Listener.Kind.CONNECTION, (connection, channel, message) -> {
            work.accept(connection);
            return Listener.NOTHING;
        });
    }

    /** Returns the name of the server. */
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

    /**
     * Handles the messages or the connections of a server: a method with {@link RdmaListener}, or an {@link RdmaHandler}.
     *
     * @param name the name for logs and error messages
     */
    record Listener(Kind kind, String name, Task task) {
        static final ByteBuffer NOTHING = ByteBuffer.allocate(0).asReadOnlyBuffer();

        enum Kind {
            MESSAGE,
            CHANNEL,
            CONNECTION
        }

        interface Task {
            /** Handles a message and returns its response, or a connection, whose response is {@link #NOTHING}. */
            ByteBuffer handle(
                    RdmaConnection connection, @Nullable MessageChannel channel, @Nullable ByteBuffer message);
        }

        /** Copies a response that is part of the request, because the request becomes invalid when the listener returns. */
        static ByteBuffer copied(ByteBuffer response) {
            return response.isDirect() && response.isReadOnly()
                    ? ByteBuffer.allocate(response.remaining())
                            .put(response.duplicate())
                            .flip()
                    : response;
        }

        @Override
        public String toString() {
            return name;
        }
    }
}
