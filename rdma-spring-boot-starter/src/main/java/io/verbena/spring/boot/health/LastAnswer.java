package io.verbena.spring.boot.health;

import io.verbena.error.RdmaException;
import io.verbena.mad.MadExchange;
import io.verbena.mad.MadTracer;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** When a management datagram was answered last. Safe for use by several threads. */
final class LastAnswer implements MadTracer {
    private final Clock clock;
    private volatile @Nullable Instant at;

    LastAnswer(Clock clock) {
        this.clock = clock;
    }

    @Override
    public void completed(MadExchange exchange, Duration elapsed, @Nullable RdmaException failure) {
        if (failure == null) {
            at = clock.instant();
        }
    }

    /** Empty before the first answer. */
    Optional<Instant> at() {
        return Optional.ofNullable(at);
    }
}
