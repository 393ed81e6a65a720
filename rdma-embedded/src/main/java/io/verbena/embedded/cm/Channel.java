package io.verbena.embedded.cm;

import io.verbena.embedded.time.Timeline;
import io.verbena.embedded.time.Waiter;
import io.verbena.error.RdmaException;
import io.verbena.spi.cm.CmNotice;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** An event channel: one thread waits, and any may wake it up. Used under the lock of the timeline. */
final class Channel {
    private final Timeline timeline;
    private final Numbers<Identifier> identifiers;
    private final Waiter reader;
    private final Deque<PendingEvent> events = new ArrayDeque<>();
    private boolean woken;
    private boolean closed;

    /** Makes one whose identifiers are numbered here. */
    Channel(Timeline timeline, Numbers<Identifier> identifiers) {
        this.timeline = timeline;
        this.identifiers = identifiers;
        this.reader = timeline.newWaiter();
    }

    Numbers<Identifier> identifiers() {
        return identifiers;
    }

    void put(PendingEvent event) {
        events.add(event);
        timeline.ready(reader);
    }

    /**
     * Waits for an event; null after the time, or when somebody woke it up or interrupted it.
     *
     * @throws RdmaException if the connection manager is closed
     */
    @Nullable CmNotice await(int timeoutMillis) {
        try {
            if (!closed) {
                boolean forever = timeoutMillis < 0 || timeoutMillis == Integer.MAX_VALUE;
                timeline.await(reader, forever ? Long.MAX_VALUE : TimeUnit.MILLISECONDS.toNanos(timeoutMillis));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        if (closed) {
            throw new RdmaException("the event channel is closed");
        }
        PendingEvent event = events.poll();
        // Whoever woke this up wants the next wait to end, if this one has an event.
        woken = woken && event != null;
        if (events.isEmpty() && !woken) {
            timeline.settled(reader);
        }
        return event == null ? null : event.read();
    }

    void wakeUp() {
        woken = true;
        timeline.ready(reader);
    }

    void close() {
        if (!closed) {
            closed = true;
            timeline.remove(reader);
        }
    }

    /** Takes out what happened to an identifier, in its order. */
    List<PendingEvent> take(Identifier of) {
        List<PendingEvent> taken = new ArrayList<>();
        events.removeIf(event -> event.of() == of && taken.add(event));
        return taken;
    }

    /** Forgets what happened to an identifier in a group that it has left. */
    void forget(Identifier of, long membership) {
        events.removeIf(event -> event.of() == of && event.isOf(membership));
    }
}
