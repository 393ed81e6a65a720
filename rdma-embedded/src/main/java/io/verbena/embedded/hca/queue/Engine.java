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
 * other half of a queue pair. It has a thread, from when there is something to do first until no device is open.
 */
final class Engine {
    private static final Logger LOG = System.getLogger(Engine.class.getName());

    private final Timeline timeline;
    private final Queue<Runnable> work = new ArrayDeque<>();
    private int devices;

    /** What the thread waits by; null while there is none. */
    private @Nullable Waiter waiter;

    Engine(Timeline timeline) {
        this.timeline = timeline;
    }

    /** A device was opened. */
    void opened() {
        timeline.run(() -> devices++);
    }

    /** One was closed; with the last one end what is left to do, and the thread. */
    void closed() {
        timeline.run(() -> {
            devices--;
            Waiter last = waiter;
            if (devices == 0 && last != null) {
                waiter = null;
                work.clear();
                timeline.remove(last);
            }
        });
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
            started();
            timeline.at(due, event);
        });
        return event;
    }

    private void add(Runnable task) {
        Waiter current = started();
        if (current != null) {
            work.add(task);
            timeline.hold(current);
            timeline.ready(current);
        }
    }

    private @Nullable Waiter started() {
        if (waiter == null && devices > 0) {
            Waiter made = timeline.newWaiter();
            waiter = made;
            Thread thread = new Thread(() -> run(made), "verbena-embedded-hca");
            thread.setDaemon(true);
            thread.start();
        }
        return waiter;
    }

    private void run(Waiter own) {
        for (Runnable task = next(own); task != null; task = next(own)) {
            try {
                task.run();
            } catch (RuntimeException e) {
                LOG.log(Logger.Level.WARNING, "an adapter of an embedded fabric failed at what was left for later", e);
            } finally {
                timeline.run(() -> timeline.release(own));
            }
        }
    }

    private @Nullable Runnable next(Waiter own) {
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
