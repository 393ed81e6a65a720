package io.verbena.spring.boot.observation;

import io.micrometer.common.KeyValues;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationConvention;
import io.micrometer.observation.transport.Kind;
import io.micrometer.observation.transport.RequestReplyReceiverContext;
import io.verbena.connection.RdmaConnection;
import io.verbena.spring.boot.observation.RdmaObservation.Outcome;
import java.nio.ByteBuffer;

/** The name and tags of observations of requests that listeners handle. A bean of this type replaces them. */
public interface ListenerObservationConvention
        extends ObservationConvention<ListenerObservationConvention.ListenerObservationContext> {

    @Override
    default boolean supportsContext(Observation.Context context) {
        return context instanceof ListenerObservationContext;
    }

    @Override
    default String getName() {
        return "rdma.server.requests";
    }

    @Override
    default String getContextualName(ListenerObservationContext context) {
        return context.server() + " answer";
    }

    @Override
    default KeyValues getLowCardinalityKeyValues(ListenerObservationContext context) {
        return KeyValues.of("server", context.server(), "outcome", Outcome.of(context.getError()));
    }

    @Override
    default KeyValues getHighCardinalityKeyValues(ListenerObservationContext context) {
        return KeyValues.of(
                "peer",
                context.connection().peerAddress().getAddress().getHostAddress(),
                "bytes",
                String.valueOf(context.bytes()));
    }

    /**
     * The observation context of a request that a listener handles. Messages have no headers, so that nothing is
     * propagated.
     */
    public static final class ListenerObservationContext extends RequestReplyReceiverContext<ByteBuffer, ByteBuffer> {
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
}
