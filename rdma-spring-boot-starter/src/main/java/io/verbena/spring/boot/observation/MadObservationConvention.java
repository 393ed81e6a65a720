package io.verbena.spring.boot.observation;

import io.micrometer.common.KeyValues;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationConvention;
import io.verbena.mad.MadTimeoutException;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** How requests of management are named and tagged; a bean of this type takes the place of what is here. */
public interface MadObservationConvention extends ObservationConvention<MadObservationContext> {

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
        Throwable error = context.getError();
        String outcome = error == null ? "success" : error instanceof MadTimeoutException ? "timeout" : "error";
        return KeyValues.of(
                "class",
                context.exchange().managementClass().name().toLowerCase(Locale.ROOT),
                "method",
                context.exchange().method(),
                "attribute",
                context.exchange().attribute(),
                "outcome",
                outcome);
    }

    @Override
    default KeyValues getHighCardinalityKeyValues(MadObservationContext context) {
        return KeyValues.of("path", context.exchange().path().toString());
    }
}
