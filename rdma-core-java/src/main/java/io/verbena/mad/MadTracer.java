package io.verbena.mad;

import io.verbena.error.RdmaException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Listener for the calls of an end port. It runs on the thread that sends or reads, so it must be fast and must not wait for a
 * call. A tracer that throws is logged and no longer notified; calls continue.
 */
public interface MadTracer {

    /**
     * Called when a request was sent.
     *
     * @param exchange the call; one object for all its attempts
     * @param attempt number of the attempt, from 1
     */
    default void sent(MadExchange exchange, int attempt) {}

    /**
     * Called when a call completed.
     *
     * @param elapsed time since the first attempt
     * @param failure reason why the call failed; null if it succeeded
     */
    default void completed(MadExchange exchange, Duration elapsed, @Nullable RdmaException failure) {}

    /** Returns a tracer that notifies this tracer and then {@code next}. */
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
