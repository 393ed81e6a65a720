package io.verbena.spring.boot.observation;

import io.micrometer.observation.transport.Kind;
import io.micrometer.observation.transport.RequestReplySenderContext;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;

/** The observation context of a request of a client. Messages have no headers, so that nothing is propagated. */
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

    /** Returns the name of the client in the configuration. */
    public String client() {
        return client;
    }

    /** Returns the address of the server. */
    public InetSocketAddress server() {
        return server;
    }

    /** Returns the length of the message in bytes. */
    public int bytes() {
        return bytes;
    }
}
