package io.verbena.spring.boot.subnet;

import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/** One daemon thread that reads at once, then at each interval, and in between when it is hastened. */
final class RefreshThread implements AutoCloseable {
    private static final long PATIENCE_SECONDS = 5;

    private final ScheduledExecutorService executor = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread thread = new Thread(task, "verbena-subnet");
        thread.setDaemon(true);
        return thread;
    });
    private final AtomicBoolean hastened = new AtomicBoolean();
    private final Runnable reading;

    RefreshThread(Runnable reading, Duration interval) {
        this.reading = reading;
        Future<?> unused = executor.scheduleWithFixedDelay(reading, 0, interval.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** However often this is called while a reading is under way, one follows. */
    void hasten() {
        if (hastened.compareAndSet(false, true)) {
            try {
                executor.execute(() -> {
                    hastened.set(false);
                    reading.run();
                });
            } catch (RejectedExecutionException e) {
                // It was closed meanwhile.
                hastened.set(false);
            }
        }
    }

    @Override
    public void close() {
        executor.shutdownNow();
        try {
            boolean unused = executor.awaitTermination(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
