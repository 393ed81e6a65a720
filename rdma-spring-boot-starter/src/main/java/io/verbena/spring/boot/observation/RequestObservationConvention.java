package io.verbena.spring.boot.observation;

import io.micrometer.common.KeyValues;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationConvention;

/** The name and tags of observations of requests of clients. A bean of this type replaces them. */
public interface RequestObservationConvention extends ObservationConvention<RequestObservationContext> {

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
}
