package io.verbena.embedded.time;

/**
 * A thread that runs the events of a timeline in real time when they are due. All other threads wait only for their own input, so
 * that an event does not wake every thread of a fabric, and a timeout expires even if no thread uses the fabric.
 */
public final class TimeKeeper implements AutoCloseable {
    private final Timeline timeline;
    private final Thread thread = new Thread(this::run, "verbena-embedded-clock");
    private boolean closed;

    private TimeKeeper(Timeline timeline) {
        this.timeline = timeline;
    }

    /** Starts the thread, a daemon. */
    public static TimeKeeper start(Timeline timeline) {
        TimeKeeper keeper = new TimeKeeper(timeline);
        keeper.thread.setDaemon(true);
        keeper.thread.start();
        return keeper;
    }

    private void run() {
        timeline.enter();
        try {
            while (!closed) {
                timeline.awaitEvent();
            }
        } catch (InterruptedException e) {
            // Only this class knows the thread, and it does not interrupt it.
            Thread.currentThread().interrupt();
        } finally {
            timeline.exit();
        }
    }

    /** Ends the thread. */
    @Override
    public void close() {
        timeline.run(() -> {
            closed = true;
            timeline.wakeKeeper();
        });
    }
}
