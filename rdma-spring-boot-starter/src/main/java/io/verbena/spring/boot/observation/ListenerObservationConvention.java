package io.verbena.spring.boot.observation;

import io.micrometer.common.KeyValues;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationConvention;

/** How requests that listeners answer are named and tagged; a bean of this type takes the place of what is here. */
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
