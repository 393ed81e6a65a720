package io.verbena.spring.boot.observation;

import io.micrometer.observation.transport.Kind;
import io.micrometer.observation.transport.RequestReplySenderContext;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;

/** A request of a client and its answer, as handlers of observations see it. Messages have no headers: nothing is propagated. */
public final class RequestObservationContext extends RequestReplySenderContext<ByteBuffer, ByteBuffer> {
    private final String client;
    private final InetSocketAddress server;
    private final int bytes;

    RequestObservationContext(String client, InetSocketAddress server, ByteBuffer message) {
        super((carrier, key, value) -> {}, Kind.CLIENT);
        this.client = client;
        this.server = server;
        this.bytes = message.remaining();
        setCarrier(message);
    }

    /** The name of the client in the configuration. */
    public String client() {
        return client;
    }

    /** Where it goes. */
    public InetSocketAddress server() {
        return server;
    }

    /** How long the message is, in bytes. */
    public int bytes() {
        return bytes;
    }
}
