package io.verbena.connection;

import io.verbena.verbs.ClosedObjectException;
import io.verbena.verbs.Deadline;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;

/** Waits for what the completions of a connection bring, until it ends. Safe for use by several threads. */
final class CompletionWaits {
    private final Object connection;
    private final CompletionPump pump;
    private final ConnectionEnd end;
    private final DataLane data;

    CompletionWaits(Object connection, CompletionPump pump, ConnectionEnd end, DataLane data) {
        this.connection = connection;
        this.pump = pump;
        this.end = end;
        this.data = data;
    }

    /** Takes so many. */
    List<Completion> take(Queue queue, int count, Duration patience) {
        untilReady(queue, count, patience);
        List<Completion> completions = new ArrayList<>(count);
        while (completions.size() < count) {
            Completion next = data.requests(queue).takeOne();
            if (next == null) {
                throw new IllegalStateException("another thread takes completions of " + connection + ", too");
            }
            completions.add(next);
        }
        return completions;
    }

    /** Takes at least so many, and as many as there is room for. Allocates nothing if they are there. */
    int take(Queue queue, Completions into, int count, Duration patience) {
        untilReady(queue, count, patience);
        data.requests(queue).take(into, into.capacity());
        return into.size();
    }

    private void untilReady(Queue queue, int count, Duration patience) {
        RequestTable table = data.requests(queue);
        if (count < 0 || count > table.depth()) {
            throw new IllegalArgumentException(count + " requests of the " + queue + " queue of " + connection
                    + " cannot end at once: it has at most " + table.depth() + "; wait for 0 to " + table.depth());
        }
        if (!table.isReady(count)) {
            poll();
            if (!table.isReady(count)) {
                until(() -> table.isReady(count), Deadline.in(patience), "to let " + count + " requests end");
            }
        }
    }

    /** Takes what is there, without waiting. */
    void poll() {
        try {
            pump.drive();
        } catch (ClosedObjectException e) {
            throw end.exception();
        }
    }

    /** Until a request can be posted to a queue. */
    void untilRoom(Queue queue, Duration patience) {
        until(data.requests(queue)::hasRoom, Deadline.in(patience), "to let a request of the " + queue + " queue end");
    }

    /** Until something holds that completions change; {@code what} the other side was waited for to do. */
    void until(BooleanSupplier condition, Deadline deadline, String what) {
        boolean held;
        try {
            held = pump.await(() -> condition.getAsBoolean() || end.hasCome(), deadline);
        } catch (ClosedObjectException e) {
            throw end.exception();
        }
        if (!held) {
            throw new ConnectionTimeoutException(connection + " waited too long for the other side " + what);
        }
        if (!condition.getAsBoolean()) {
            // What came before the end counts.
            poll();
            if (!condition.getAsBoolean()) {
                throw end.exception();
            }
        }
    }
}
