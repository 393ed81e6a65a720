package io.verbena.spring.boot.observation;

import io.micrometer.common.KeyValues;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationConvention;
import io.verbena.mad.MadExchange;
import io.verbena.spring.boot.observation.RdmaObservation.Outcome;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The name and tags of observations of management requests. A bean of this type replaces them. */
public interface MadObservationConvention
        extends ObservationConvention<MadObservationConvention.MadObservationContext> {

    @Override
    default boolean supportsContext(Observation.Context context) {
        return context instanceof MadObservationContext;
    }

    @Override
    default String getName() {
        return "rdma.mad";
    }

    @Override
    default @Nullable String getContextualName(MadObservationContext context) {
        return context.exchange().method() + "(" + context.exchange().attribute() + ")";
    }

    @Override
    default KeyValues getLowCardinalityKeyValues(MadObservationContext context) {
        return KeyValues.of(
                "class",
                context.exchange().managementClass().name().toLowerCase(Locale.ROOT),
                "method",
                context.exchange().method(),
                "attribute",
                context.exchange().attribute(),
                "outcome",
                Outcome.of(context.getError()));
    }

    @Override
    default KeyValues getHighCardinalityKeyValues(MadObservationContext context) {
        return KeyValues.of("path", context.exchange().path().toString());
    }

    /** The observation context of a management request. */
    public static final class MadObservationContext extends Observation.Context {
        private final MadExchange exchange;

        MadObservationContext(MadExchange exchange) {
            this.exchange = exchange;
        }

        /** Returns the request and, once it has arrived, the response. */
        public MadExchange exchange() {
            return exchange;
        }
    }
}
