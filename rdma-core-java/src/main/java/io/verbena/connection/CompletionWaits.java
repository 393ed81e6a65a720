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
        RequestTable table = table(queue, count);
        List<Completion> completions = new ArrayList<>(count);
        if (!table.take(completions, count)) {
            poll();
            Deadline deadline = Deadline.in(patience);
            while (!table.take(completions, count)) {
                untilReady(table, count, deadline);
            }
        }
        return completions;
    }

    /** Takes at least so many, and as many as there is room for. Allocates nothing if they are there. */
    int take(Queue queue, Completions into, int count, Duration patience) {
        RequestTable table = table(queue, count);
        if (!table.take(into, count)) {
            poll();
            if (!table.take(into, count)) {
                Deadline deadline = Deadline.in(patience);
                do {
                    untilReady(table, count, deadline);
                    // Another thread that takes them may have been quicker.
                } while (!table.take(into, count));
            }
        }
        return into.size();
    }

    private RequestTable table(Queue queue, int count) {
        RequestTable table = data.requests(queue);
        if (count < 0 || count > table.depth()) {
            throw new IllegalArgumentException(count + " requests of the " + queue + " queue of " + connection
                    + " cannot end at once: it has at most " + table.depth() + "; wait for 0 to " + table.depth());
        }
        return table;
    }

    private void untilReady(RequestTable table, int count, Deadline deadline) {
        until(() -> table.isReady(count), deadline, "to let " + count + " requests end");
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
        RequestTable table = data.requests(queue);
        table.waitersForRoom(1);
        try {
            until(table::hasRoom, Deadline.in(patience), "to let a request of the " + queue + " queue end");
        } finally {
            table.waitersForRoom(-1);
        }
    }

    /**
     * Until something holds that completions change, or has held for a moment, if another thread changes it back; {@code what}
     * the other side was waited for to do.
     */
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
        if (end.hasCome() && !condition.getAsBoolean()) {
            // What came before the end counts.
            poll();
            if (!condition.getAsBoolean()) {
                throw end.exception();
            }
        }
    }
}
