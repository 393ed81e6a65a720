package io.verbena.spring.boot.observation;

import io.micrometer.observation.transport.Kind;
import io.micrometer.observation.transport.RequestReplyReceiverContext;
import io.verbena.connection.RdmaConnection;
import java.nio.ByteBuffer;

/** A request at a server and its answer, as handlers of observations see it. Messages have no headers: nothing is propagated. */
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

    /** The name of the server in the configuration. */
    public String server() {
        return server;
    }

    /** On which it came. */
    public RdmaConnection connection() {
        return connection;
    }

    /** How long the message is, in bytes. */
    public int bytes() {
        return bytes;
    }
}
