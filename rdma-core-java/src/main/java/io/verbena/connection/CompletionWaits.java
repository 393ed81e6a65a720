package io.verbena.connection;

import io.verbena.error.RdmaException;
import io.verbena.verbs.Deadline;
import io.verbena.verbs.InterruptedWaitException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Function;

/** The waits of a connection, which end with it. Safe for use by several threads. */
record CompletionWaits(
        Object connection, CompletionPump pump, ConnectionEnd end, Function<Queue, RequestTable> requests) {
    /** How long the device may take to return what was in flight at the end of a connection. */
    private static final Duration FLUSH = Duration.ofSeconds(1);

    /** Waits for {@code count} completions, and takes and checks them. */
    List<Completion> take(Queue queue, int count, Duration timeout) {
        RequestTable table = table(queue, count);
        List<Completion> completions = new ArrayList<>(count);
        if (!table.take(completions, count)) {
            poll();
            Deadline deadline = Deadline.in(timeout);
            while (!table.take(completions, count)) {
                untilReady(table, count, deadline);
            }
        }
        return completions;
    }

    /** Waits for {@code count} completions, and takes as many as there is room for. Allocates nothing if they have arrived. */
    int take(Queue queue, Completions into, int count, Duration timeout) {
        RequestTable table = table(queue, count);
        if (!table.take(into, count)) {
            poll();
            if (!table.take(into, count)) {
                Deadline deadline = Deadline.in(timeout);
                do {
                    untilReady(table, count, deadline);
                    // Another thread may have taken them first.
                } while (!table.take(into, count));
            }
        }
        return into.size();
    }

    private RequestTable table(Queue queue, int count) {
        RequestTable table = requests.apply(queue);
        if (count < 0 || count > table.depth) {
            throw new IllegalArgumentException(count + " completions of the " + queue + " queue of " + connection
                    + " cannot arrive: it holds " + table.depth + " requests; wait for 0 to " + table.depth);
        }
        return table;
    }

    private void untilReady(RequestTable table, int count, Deadline deadline) {
        try {
            until(() -> table.isReady(count), deadline, "to complete " + count + " requests");
        } catch (RdmaException e) {
            if (!end.hasCome() || !isReadyAtTheEnd(table, count)) {
                throw e;
            }
        }
    }

    /** Waits for the device to return what was in flight at the end, so that the caller sees the request that failed. */
    private boolean isReadyAtTheEnd(RequestTable table, int count) {
        try {
            return pump.await(() -> table.isReady(count) || table.isIdle(), Deadline.in(FLUSH)) && table.isReady(count);
        } catch (RdmaException e) {
            return table.isReady(count);
        }
    }

    /** Takes the completions that have arrived. */
    void poll() {
        try {
            pump.drive();
        } catch (RdmaException e) {
            throw ended(e);
        }
    }

    /** Waits until a request can be posted to a queue. */
    void untilRoom(Queue queue, Duration timeout) {
        RequestTable table = requests.apply(queue);
        table.waitersForRoom(1);
        try {
            until(table::hasRoom, Deadline.in(timeout), "to complete a request of the " + queue + " queue");
        } finally {
            table.waitersForRoom(-1);
        }
    }

    /**
     * Waits until a condition holds that completions change, or has held for a moment if another thread changes it back.
     *
     * @param what what the peer is waited for to do, for the message
     */
    void until(BooleanSupplier condition, Deadline deadline, String what) {
        boolean held;
        try {
            held = pump.await(() -> condition.getAsBoolean() || end.hasCome(), deadline);
        } catch (RdmaException e) {
            throw ended(e);
        }
        if (!held) {
            throw new ConnectionTimeoutException(connection + " waited too long for the peer " + what);
        }
        if (end.hasCome() && !condition.getAsBoolean()) {
            // Completions that arrived before the end count.
            poll();
            if (!condition.getAsBoolean()) {
                throw end.exception();
            }
        }
    }

    /** Returns the cause of the end for a queue that is closed or has failed; other failures stay as they are. */
    private RdmaException ended(RdmaException failure) {
        return end.hasCome() && !(failure instanceof InterruptedWaitException) ? end.exception() : failure;
    }
}
