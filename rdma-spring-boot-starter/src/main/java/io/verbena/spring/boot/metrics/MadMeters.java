package io.verbena.spring.boot.metrics;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.verbena.error.RdmaException;
import io.verbena.iba.ManagementClass;
import io.verbena.mad.MadExchange;
import io.verbena.mad.MadStatusException;
import io.verbena.mad.MadTimeoutException;
import io.verbena.mad.MadTracer;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/**
 * Registers the meters of management requests: their duration by class, method, attribute and outcome, and their
 * retries.
 */
final class MadMeters implements MeterBinder, MadTracer {
    private final List<Meters> bound = new CopyOnWriteArrayList<>();

    /** The tags of a timer. */
    private record Key(String managementClass, String method, String attribute, String outcome) {}

    private record Meters(MeterRegistry registry, Counter retries, Map<Key, Timer> timers) {
        Timer timer(Key key) {
            return timers.computeIfAbsent(
                    key,
                    absent -> Timer.builder(RdmaMeter.MAD_REQUESTS.getName())
                            .description(RdmaMeter.MAD_REQUESTS.description())
                            .tags(
                                    "class", key.managementClass(),
                                    "method", key.method(),
                                    "attribute", key.attribute(),
                                    "outcome", key.outcome())
                            .register(registry));
        }
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        Counter retries = Counter.builder(RdmaMeter.MAD_RETRIES.getName())
                .description(RdmaMeter.MAD_RETRIES.description())
                .register(registry);
        bound.add(new Meters(registry, retries, new ConcurrentHashMap<>()));
    }

    @Override
    public void sent(MadExchange exchange, int attempt) {
        if (attempt > 1) {
            bound.forEach(meters -> meters.retries.increment());
        }
    }

    @Override
    public void completed(MadExchange exchange, Duration elapsed, @Nullable RdmaException failure) {
        if (!bound.isEmpty()) {
            Key key = key(exchange, failure);
            bound.forEach(meters -> meters.timer(key).record(elapsed));
        }
    }

    /** Vendor classes share one timer, because their number is unlimited. */
    private static Key key(MadExchange exchange, @Nullable RdmaException failure) {
        ManagementClass managementClass = exchange.managementClass();
        return managementClass == ManagementClass.UNKNOWN
                ? new Key("vendor", "vendor", "vendor", outcome(failure))
                : new Key(
                        managementClass.name().toLowerCase(Locale.ROOT),
                        exchange.method(),
                        exchange.attribute(),
                        outcome(failure));
    }

    private static String outcome(@Nullable RdmaException failure) {
        if (failure == null) {
            return "success";
        }
        return failure instanceof MadTimeoutException
                ? "timeout"
                : failure instanceof MadStatusException ? "refused" : "error";
    }
}
