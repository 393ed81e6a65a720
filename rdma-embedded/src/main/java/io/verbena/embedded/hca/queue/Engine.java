package io.verbena.embedded.hca.queue;

import io.verbena.embedded.time.Event;
import io.verbena.embedded.time.Timeline;
import io.verbena.embedded.time.Waiter;
import java.lang.System.Logger;
import java.util.ArrayDeque;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/**
 * Does for the adapters of a fabric what must happen later, or with no lock held: retries, and what an error does to the
 * other half of a queue pair. It has a thread, from when there is something to do first until it is closed.
 */
public final class Engine implements AutoCloseable {
    private static final Logger LOG = System.getLogger(Engine.class.getName());

    private final Timeline timeline;
    private final Waiter waiter;
    private final Queue<Runnable> work = new ArrayDeque<>();
    private @Nullable Thread thread;
    private boolean closed;

    /** One for a fabric. */
    public Engine(Timeline timeline) {
        this.timeline = timeline;
        this.waiter = timeline.get(timeline::newWaiter);
    }

    /** Does something soon. */
    void soon(Runnable task) {
        timeline.run(() -> add(task));
    }

    /** Does something at a time. */
    Event at(long due, Runnable task) {
        Event event = new Event() {
            @Override
            protected void happen() {
                add(task);
            }
        };
        timeline.run(() -> {
            start();
            timeline.at(due, event);
        });
        return event;
    }

    private void add(Runnable task) {
        if (closed) {
            return;
        }
        start();
        work.add(task);
        timeline.hold(waiter);
        timeline.ready(waiter);
    }

    private void start() {
        if (thread == null && !closed) {
            Thread started = new Thread(this::run, "verbena-embedded-hca");
            started.setDaemon(true);
            started.start();
            thread = started;
        }
    }

    private void run() {
        for (Runnable task = next(); task != null; task = next()) {
            try {
                task.run();
            } catch (RuntimeException e) {
                LOG.log(
                        Logger.Level.WARNING,
                        "an adapter of an embedded fabric has failed at what was left for later",
                        e);
            } finally {
                timeline.run(() -> timeline.release(waiter));
            }
        }
    }

    private @Nullable Runnable next() {
        timeline.enter();
        try {
            while (work.isEmpty() && !closed) {
                timeline.settled(waiter);
                timeline.awaitWork(waiter);
            }
            return closed ? null : work.poll();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return null;
        } finally {
            timeline.exit();
        }
    }

    /** Ends the thread. */
    @Override
    public void close() {
        Thread running = timeline.get(() -> {
            closed = true;
            work.clear();
            timeline.ready(waiter);
            timeline.remove(waiter);
            return thread;
        });
        try {
            if (running != null && running != Thread.currentThread()) {
                running.join();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
