package io.verbena.embedded.time;

/**
 * A thread that runs the events of a timeline when they are due. A fabric needs one if it is used by threads that do
 * not wait for it, such as those of sockets: otherwise a delayed datagram or an expired timeout would wait for the next
 * access to the fabric.
 */
public final class TimeKeeper implements AutoCloseable {
    private final Timeline timeline;
    private final Timeline.Waiter waiter;
    private final Thread thread = new Thread(this::run, "verbena-embedded-clock");
    private boolean closed;

    private TimeKeeper(Timeline timeline) {
        this.timeline = timeline;
        this.waiter = timeline.get(timeline::newWaiter);
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
                timeline.await(waiter, Long.MAX_VALUE);
            }
        } catch (InterruptedException e) {
            // Only this class knows the thread, and it does not interrupt it.
            Thread.currentThread().interrupt();
        } finally {
            timeline.remove(waiter);
            timeline.exit();
        }
    }

    /** Ends the thread. */
    @Override
    public void close() {
        timeline.run(() -> {
            closed = true;
            timeline.ready(waiter);
        });
    }
}
