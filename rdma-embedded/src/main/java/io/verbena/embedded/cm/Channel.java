package io.verbena.embedded.cm;

import io.verbena.embedded.time.Timeline;
import io.verbena.error.RdmaException;
import io.verbena.hca.CmEventType;
import io.verbena.hca.ConnectionParameters;
import io.verbena.hca.DatagramDestination;
import io.verbena.spi.cm.CmEventRecord;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * An event channel. One thread waits for events, and any thread may wake it up. Must be used under the lock of the
 * timeline.
 */
final class Channel {
    private final Timeline timeline;
    private final Timeline.Waiter reader;
    private final Deque<Event> events = new ArrayDeque<>();
    private boolean closed;

    Channel(Timeline timeline) {
        this.timeline = timeline;
        this.reader = timeline.newWaiter();
    }

    void put(Event event) {
        events.add(event);
        timeline.ready(reader);
    }

    /**
     * Waits for an event; returns null after the timeout, a wake-up or an interrupt.
     *
     * @throws RdmaException if the connection manager is closed
     */
    @Nullable CmEventRecord await(int timeoutMillis) {
        if (!closed) {
            boolean forever = timeoutMillis < 0 || timeoutMillis == Integer.MAX_VALUE;
            timeline.await(reader, forever ? Long.MAX_VALUE : TimeUnit.MILLISECONDS.toNanos(timeoutMillis));
        }
        if (closed) {
            throw new RdmaException("the event channel is closed");
        }
        Event event = events.poll();
        timeline.read(reader, event != null, !events.isEmpty());
        return event == null ? null : event.read();
    }

    void wakeUp() {
        timeline.wakeUp(reader);
    }

    void close() {
        if (!closed) {
            closed = true;
            timeline.remove(reader);
        }
    }

    boolean isUnread(Identifier request) {
        return events.stream().anyMatch(event -> event.request() == request);
    }

    /** Removes the events of an identifier, and returns them in their order. */
    List<Event> take(Identifier of) {
        List<Event> taken = new ArrayList<>();
        events.removeIf(event -> event.of() == of && taken.add(event));
        return taken;
    }

    void forget(Identifier of, long membership) {
        events.removeIf(event -> event.of() == of && event.isOf(membership));
    }

    /**
     * An event that has not been read. The cookie is determined when the event is read, because a program assigns the
     * cookie of a new identifier before it reads the next event.
     *
     * @param of the identifier to which the event refers
     * @param request the new identifier of a request; null for other events
     * @param membership the cookie of the multicast membership, or the argument of an event of a program; 0 for other events
     */
    record Event(
            Identifier of,
            CmEventType type,
            int status,
            @Nullable Identifier request,
            long membership,
            ConnectionParameters parameters,
            @Nullable DatagramDestination destination) {
        static Event of(Identifier of, CmEventType type, int status) {
            return new Event(of, type, status, null, 0, EventParameters.nothing(), null);
        }

        static Event of(Identifier of, CmEventType type, int status, ConnectionParameters parameters) {
            return new Event(of, type, status, null, 0, parameters, null);
        }

        static Event group(Identifier of, int status, long membership, @Nullable DatagramDestination destination) {
            CmEventType type = destination == null ? CmEventType.MULTICAST_ERROR : CmEventType.MULTICAST_JOIN;
            return new Event(of, type, status, null, membership, EventParameters.nothing(), destination);
        }

        /** Returns an event that a program posts. */
        static Event ofProgram(Identifier of, int status, long argument) {
            return new Event(of, CmEventType.USER, status, null, argument, EventParameters.nothing(), null);
        }

        boolean isOf(long group) {
            boolean ofGroup = type == CmEventType.MULTICAST_JOIN || type == CmEventType.MULTICAST_ERROR;
            return ofGroup && membership == group;
        }

        CmEventRecord read() {
            Identifier asked = request;
            if (asked != null) {
                of.requestRead();
            }
            long number = asked == null ? 0 : asked.number();
            return new CmEventRecord(type, status, of.cookie(), number, membership, parameters, destination);
        }
    }
}
