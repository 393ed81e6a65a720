package io.verbena.spring.boot.connection;

import io.verbena.connection.MessageChannel;
import io.verbena.connection.RdmaConnection;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Handles the messages or the connections of a server: a method with {@link RdmaListener}, or an {@link RdmaHandler}.
 */
interface Listener {

    /** The unit of work that a listener handles. */
    enum Kind {
        MESSAGE,
        CHANNEL,
        CONNECTION
    }

    Kind kind();

    /** Handles a message and returns the response. */
    ByteBuffer answer(RdmaConnection connection, MessageChannel channel, ByteBuffer message);

    /** Handles a connection until it ends. */
    void serve(RdmaConnection connection, @Nullable MessageChannel channel);

    /** Copies a response that is part of the request, because the request becomes invalid when the listener returns. */
    static ByteBuffer copied(ByteBuffer response) {
        return response.isDirect() && response.isReadOnly()
                ? ByteBuffer.allocate(response.remaining())
                        .put(response.duplicate())
                        .flip()
                : response;
    }
}
