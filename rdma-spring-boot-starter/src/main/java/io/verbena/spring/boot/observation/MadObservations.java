package io.verbena.spring.boot.observation;

import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import io.verbena.error.RdmaException;
import io.verbena.mad.MadExchange;
import io.verbena.mad.MadTracer;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Creates an observation of each management request, from its first attempt until it has ended. */
final class MadObservations implements MadTracer {
    private final Supplier<ObservationRegistry> registry;
    private final Supplier<MadObservationConvention> convention;
    private final Map<MadExchange, Observation> open = new ConcurrentHashMap<>();

    MadObservations(Supplier<ObservationRegistry> registry, Supplier<MadObservationConvention> convention) {
        this.registry = registry;
        this.convention = convention;
    }

    @Override
    public void sent(MadExchange exchange, int attempt) {
        if (attempt <= 1 && !registry.get().isNoop()) {
            open.computeIfAbsent(exchange, this::start);
        }
    }

    private Observation start(MadExchange exchange) {
        return Observation.start(
                convention.get(), convention.get(), () -> new MadObservationContext(exchange), registry.get());
    }

    @Override
    public void completed(MadExchange exchange, Duration elapsed, @Nullable RdmaException failure) {
        Observation observation = open.remove(exchange);
        if (observation != null) {
            if (failure != null) {
                observation.error(failure);
            }
            observation.stop();
        }
    }
}
