package io.verbena.embedded.hca.queue;

import io.verbena.embedded.time.Event;
import io.verbena.embedded.time.Timeline;
import java.lang.System.Logger;
import java.util.ArrayDeque;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/**
 * Runs the deferred work of the adapters of a fabric: retries, and actions that must not run under a lock. The thread
 * of the engine runs from the first piece of work until the last device is closed.
 */
final class Engine {
    private static final Logger LOG = System.getLogger(Engine.class.getName());

    private final Timeline timeline;
    private final Queue<Runnable> work = new ArrayDeque<>();
    private int devices;

    /** Where the thread waits; null while there is no thread. */
    private Timeline.@Nullable Waiter waiter;

    Engine(Timeline timeline) {
        this.timeline = timeline;
    }

    /** Counts a device that was opened. */
    void opened() {
        timeline.run(() -> devices++);
    }

    /** Counts a device that was closed. Closing the last one discards outstanding work and ends the thread. */
    void closed() {
        timeline.run(() -> {
            devices--;
            Timeline.Waiter last = waiter;
            if (devices == 0 && last != null) {
                waiter = null;
                work.clear();
                timeline.remove(last);
            }
        });
    }

    /** Runs a task as soon as possible. */
    void soon(Runnable task) {
        timeline.run(() -> add(task));
    }

    /** Runs a task at a given time. */
    Event at(long due, Runnable task) {
        Event event = new Event() {
            @Override
            protected void happen() {
                add(task);
            }
        };
        timeline.run(() -> {
            started();
            timeline.at(due, event);
        });
        return event;
    }

    private void add(Runnable task) {
        Timeline.Waiter current = started();
        if (current != null) {
            work.add(task);
            timeline.hold(current);
            timeline.ready(current);
        }
    }

    private Timeline.@Nullable Waiter started() {
        if (waiter == null && devices > 0) {
            Timeline.Waiter made = timeline.newWaiter();
            waiter = made;
            Thread thread = new Thread(() -> run(made), "verbena-embedded-hca");
            thread.setDaemon(true);
            thread.start();
        }
        return waiter;
    }

    private void run(Timeline.Waiter own) {
        for (Runnable task = next(own); task != null; task = next(own)) {
            try {
                task.run();
            } catch (RuntimeException e) {
                LOG.log(Logger.Level.WARNING, "deferred work of an embedded channel adapter failed", e);
            } finally {
                timeline.run(() -> timeline.release(own));
            }
        }
    }

    private @Nullable Runnable next(Timeline.Waiter own) {
        timeline.enter();
        try {
            while (work.isEmpty() && waiter == own) {
                timeline.settled(own);
                timeline.awaitWork(own);
            }
            return waiter == own ? work.poll() : null;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return null;
        } finally {
            timeline.exit();
        }
    }
}
