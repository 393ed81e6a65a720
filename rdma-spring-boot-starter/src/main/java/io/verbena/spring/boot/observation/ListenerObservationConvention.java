package io.verbena.spring.boot.observation;

import io.micrometer.common.KeyValues;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationConvention;

/** The name and tags of observations of requests that listeners handle. A bean of this type replaces them. */
public interface ListenerObservationConvention extends ObservationConvention<ListenerObservationContext> {

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
}
