package io.verbena.spring.boot.observation;

import io.micrometer.common.KeyValues;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationConvention;
import io.micrometer.observation.transport.Kind;
import io.micrometer.observation.transport.RequestReplySenderContext;
import io.verbena.spring.boot.observation.RdmaObservation.Outcome;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;

/** The name and tags of observations of requests of clients. A bean of this type replaces them. */
public interface RequestObservationConvention
        extends ObservationConvention<RequestObservationConvention.RequestObservationContext> {

    @Override
    default boolean supportsContext(Observation.Context context) {
        return context instanceof RequestObservationContext;
    }

    @Override
    default String getName() {
        return "rdma.client.requests";
    }

    @Override
    default String getContextualName(RequestObservationContext context) {
        return context.client() + " request";
    }

    @Override
    default KeyValues getLowCardinalityKeyValues(RequestObservationContext context) {
        return KeyValues.of("client", context.client(), "outcome", Outcome.of(context.getError()));
    }

    @Override
    default KeyValues getHighCardinalityKeyValues(RequestObservationContext context) {
        return KeyValues.of(
                "peer",
                context.server().getHostString() + ":" + context.server().getPort(),
                "bytes",
                String.valueOf(context.bytes()));
    }

    /** The observation context of a request of a client. Messages have no headers, so that nothing is propagated. */
    public static final class RequestObservationContext extends RequestReplySenderContext<ByteBuffer, ByteBuffer> {
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
}
