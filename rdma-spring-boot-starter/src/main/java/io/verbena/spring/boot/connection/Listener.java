package io.verbena.spring.boot.connection;

import io.verbena.connection.RdmaConnection;
import io.verbena.connection.message.MessageChannel;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** Who does the work of a server: a method with {@link RdmaListener}, or a {@link RdmaHandler}. */
interface Listener {

    /** What one works on. */
    enum Kind {
        MESSAGE,
        CHANNEL,
        CONNECTION
    }

    Kind kind();

    /** Lets it answer a message. */
    ByteBuffer answer(RdmaConnection connection, MessageChannel channel, ByteBuffer message);

    /** Lets it work on a connection. */
    void serve(RdmaConnection connection, @Nullable MessageChannel channel);
}
