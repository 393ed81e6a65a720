package io.verbena.traffic.measure;

import io.verbena.hca.QueuePairType;
import io.verbena.traffic.TrafficException;
import io.verbena.verbs.CompletionBatch;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Waits for completions or for whatever else is to happen, by polling or by events, and looks from time to time whether the
 * other side has said something, and that it does not take too long.
 */
final class Waiting {
    static final int POLLS = 1000;
    private static final long PAUSE_NANOS = 1000;
    private static final long LOOK_NANOS = 2_000_000;
    private static final long BEAT_NANOS = 1_000_000_000;
    private static final Duration SLICE = Duration.ofMillis(20);

    /** After so many steps forward the clock is looked at, and at each pause: a look is a part of what is measured. */
    private static final int STEPS_WITHOUT_LOOK = 64;

    private final Station station;
    private final Control control;
    private final CompletionBatch batch;
    private long lastMoved = System.nanoTime();
    private long lastLook = lastMoved;
    private long lastBeat = lastMoved;

    /** Steps forward since the clock was looked at. */
    private int steps;

    Waiting(Station station, Control control, CompletionBatch batch) {
        this.station = station;
        this.control = control;
        this.batch = batch;
    }

    /** Completions, or none after a short time. */
    int take() {
        return station.options.events() ? station.queue.await(batch, SLICE) : spin();
    }

    private int spin() {
        int count = station.queue.poll(batch);
        for (int polls = 1; count == 0 && polls < POLLS; polls++) {
            Thread.onSpinWait();
            count = station.queue.poll(batch);
        }
        return count;
    }

    /** Something happened: now and then the other side is told that it does. */
    void moved() {
        if (++steps == STEPS_WITHOUT_LOOK) {
            movedUntil(System.nanoTime());
        }
    }

    private void movedUntil(long now) {
        steps = 0;
        lastMoved = now;
        if (now - lastBeat > BEAT_NANOS) {
            lastBeat = now;
            control.tell(new Note.Alive());
        }
    }

    /**
     * Nothing happened. Processes that share a processor let each other run.
     *
     * @return what the other side said; null for nothing
     * @throws TrafficException if nothing happens for too long
     */
    @Nullable Note pause() {
        if (!station.options.events()) {
            LockSupport.parkNanos(PAUSE_NANOS);
        }
        long now = System.nanoTime();
        if (steps > 0) {
            movedUntil(now);
        }
        if (now - lastLook < LOOK_NANOS) {
            return null;
        }
        lastLook = now;
        Note note = control.poll();
        if (note instanceof Note.Alive) {
            lastMoved = now;
            return null;
        }
        if (note == null && now - lastMoved > control.patience().toNanos()) {
            boolean reliable = station.plan.service() == QueuePairType.RC;
            throw new TrafficException("nothing happened on " + station + " for "
                    + control.patience().toMillis() + " ms"
                    + (reliable ? "" : "; of this service, what is lost is not sent again"));
        }
        return note;
    }
}
