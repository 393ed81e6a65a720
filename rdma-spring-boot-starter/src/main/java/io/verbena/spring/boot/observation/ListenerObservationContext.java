package io.verbena.spring.boot.observation;

import io.micrometer.observation.transport.Kind;
import io.micrometer.observation.transport.RequestReplyReceiverContext;
import io.verbena.connection.RdmaConnection;
import java.nio.ByteBuffer;

/**
 * The observation context of a request that a listener handles. Messages have no headers, so that nothing is
 * propagated.
 */
public final class ListenerObservationContext extends RequestReplyReceiverContext<ByteBuffer, ByteBuffer> {
    private final String server;
    private final RdmaConnection connection;
    private final int bytes;

    ListenerObservationContext(String server, RdmaConnection connection, ByteBuffer message) {
        super((carrier, key) -> null, Kind.SERVER);
        this.server = server;
        this.connection = connection;
        this.bytes = message.remaining();
        setCarrier(message);
    }

    /** Returns the name of the server in the configuration. */
    public String server() {
        return server;
    }

    /** Returns the connection on which the request arrived. */
    public RdmaConnection connection() {
        return connection;
    }

    /** Returns the length of the message in bytes. */
    public int bytes() {
        return bytes;
    }
}
