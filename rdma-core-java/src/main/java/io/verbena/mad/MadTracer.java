package io.verbena.mad;

import io.verbena.error.RdmaException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Is told of every remote procedure call of an end port. Called by the thread that sends or reads: be quick. */
public interface MadTracer {

    /** A request was sent, for the first time or again. */
    default void sent(MadExchange exchange, int attempt) {}

    /** An exchange came to its end. */
    default void completed(MadExchange exchange, Duration elapsed, @Nullable RdmaException failure) {}

    /** Tells this and then {@code next}. */
    default MadTracer and(MadTracer next) {
        MadTracer first = this;
        return new MadTracer() {
            @Override
            public void sent(MadExchange exchange, int attempt) {
                first.sent(exchange, attempt);
                next.sent(exchange, attempt);
            }

            @Override
            public void completed(MadExchange exchange, Duration elapsed, @Nullable RdmaException failure) {
                first.completed(exchange, elapsed, failure);
                next.completed(exchange, elapsed, failure);
            }
        };
    }
}
