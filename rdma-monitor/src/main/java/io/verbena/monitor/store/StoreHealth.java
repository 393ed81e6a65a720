package io.verbena.monitor.store;

import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Whether the database accepts what is observed. Thread-safe. */
@Component
public final class StoreHealth {
    private @Nullable String failure;
    private @Nullable Instant failingSince;
    private @Nullable Instant lastWritten;
    private long dropped;
    private int pending;

    StoreHealth() {}

    /**
     * The state of the store.
     *
     * @param failure the reason why the last write failed; null if it succeeded
     * @param failingSince the time of the first sweep that could not be written; null if writing succeeds
     * @param lastWritten the time of the last sweep that was written
     * @param pending the number of observations that wait in memory
     * @param dropped the number of sweeps that were lost since the start, because the database failed for too long
     */
    public record StoreState(
            @Nullable String failure,
            @Nullable Instant failingSince,
            @Nullable Instant lastWritten,
            int pending,
            long dropped) {}

    /** Returns the present state. */
    public synchronized StoreState state() {
        return new StoreState(failure, failingSince, lastWritten, pending, dropped);
    }

    /** Returns the reason why the last write failed; empty if it succeeded. */
    public synchronized Optional<String> failure() {
        return Optional.ofNullable(failure);
    }

    synchronized void written(Instant at) {
        failure = null;
        failingSince = null;
        lastWritten = at;
    }

    synchronized void failed(Instant at, String reason) {
        failure = reason;
        failingSince = failingSince == null ? at : failingSince;
    }

    synchronized void pending(int observations) {
        pending = observations;
    }

    synchronized void dropped() {
        dropped++;
    }
}
