package io.verbena.traffic.measure;

import io.verbena.traffic.TrafficException;
import io.verbena.traffic.measure.Control.Signal;
import io.verbena.verbs.CompletionBatch;
import java.time.Duration;

/**
 * Waits for completions or for other events by polling or with completion events. From time to time it checks the reports
 * of the peer and the timeout.
 */
final class Waiting {
    /** The number of polls before a thread yields: few where the peer or the kernel needs the only processor. */
    static final int POLLS = Runtime.getRuntime().availableProcessors() > 1 ? 1000 : 20;

    private static final long LOOK_NANOS = 2_000_000;
    private static final long BEAT_NANOS = 1_000_000_000;
    private static final Duration SLICE = Duration.ofMillis(20);

    /**
     * The number of successful polls between two readings of the clock, which would otherwise affect the measurement.
     * The clock is also read at each pause.
     */
    private static final int STEPS_WITHOUT_LOOK = 64;

    private final Station station;
    private final Control control;
    private final CompletionBatch batch;
    private long lastMoved = System.nanoTime();
    private long lastLook = lastMoved;
    private long lastBeat = lastMoved;

    /** The number of successful polls since the clock was read. */
    private int steps;

    Waiting(Station station, Control control, CompletionBatch batch) {
        this.station = station;
        this.control = control;
        this.batch = batch;
    }

    /** Returns the number of completions, or 0 after a short time. */
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

    /** Reports progress, of which the peer is notified from time to time. */
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
            control.alive();
        }
    }

    /**
     * Yields the processor when there was no progress, because it may be the only one. Sleeping would last longer than most
     * messages take.
     *
     * @return whether the peer has sent its last message
     * @throws TrafficException if there is no progress before the timeout
     */
    @SuppressWarnings("ThreadPriorityCheck")
    boolean pause() {
        if (!station.options.events()) {
            Thread.yield();
        }
        long now = System.nanoTime();
        if (steps > 0) {
            movedUntil(now);
        }
        if (now - lastLook < LOOK_NANOS) {
            return false;
        }
        lastLook = now;
        Signal signal = control.poll();
        if (signal == Signal.ALIVE) {
            lastMoved = now;
            return false;
        }
        if (signal == Signal.NONE && now - lastMoved > control.timeout.toNanos()) {
            boolean reliable = station.plan.isReliable();
            throw new TrafficException("no progress on " + station + " for "
                    + control.timeout.toMillis() + " ms"
                    + (reliable ? "" : "; this service does not retransmit lost messages"));
        }
        return signal == Signal.DONE;
    }
}
