package io.verbena.mad;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * The calls of one port: those that wait for a place in the window, and those under way. Not thread safe.
 *
 * <p>A call is in the window from its first sending until it is answered or its first try has timed out: so a node that
 * is dead holds up the others once, and not once for each try.
 */
final class CallTable {
    final Window window;

    private final ArrayDeque<PendingCall<?>> waiting = new ArrayDeque<>();
    private final Map<Integer, PendingCall<?>> underWay = new HashMap<>();
    // Compared by difference, because a clock of nanoseconds may pass the largest long.
    private final PriorityQueue<PendingCall<?>> deadlines =
            new PriorityQueue<>((one, other) -> Long.signum(one.deadline - other.deadline));
    private int inWindow;

    CallTable(int outstanding) {
        this.window = new Window(outstanding);
    }

    void add(PendingCall<?> call) {
        waiting.add(call);
    }

    /** How many calls wait. */
    int backlog() {
        return waiting.size();
    }

    /** The next call that the window has room for; null if there is none. Those that were cancelled are dropped. */
    @Nullable PendingCall<?> nextToSend() {
        for (PendingCall<?> call = waiting.peek(); call != null; call = waiting.peek()) {
            if (inWindow >= Math.min(window.size(), call.outstanding)) {
                return null;
            }
            waiting.remove();
            if (!call.future.isDone()) {
                call.inWindow = true;
                inWindow++;
                return call;
            }
        }
        return null;
    }

    void sent(PendingCall<?> call, int transactionId) {
        underWay.put(transactionId, call);
        deadlines.add(call);
    }

    @Nullable PendingCall<?> find(int transactionId) {
        return underWay.get(transactionId);
    }

    /** A call whose deadline has passed at {@code now}; null if there is none. */
    @Nullable PendingCall<?> expired(long now) {
        PendingCall<?> call = deadlines.peek();
        return call != null && call.deadline - now <= 0 ? call : null;
    }

    /** Whether nothing is under way. */
    boolean isIdle() {
        return deadlines.isEmpty();
    }

    /** The deadline that passes first; something is under way. */
    long nextDeadline() {
        return deadlines.element().deadline;
    }

    /** A call that is under way has until then. */
    void setDeadline(PendingCall<?> call, long deadline) {
        deadlines.remove(call);
        resume(call, deadline);
    }

    /** A call whose try was over is to be looked at again then. */
    void resume(PendingCall<?> call, long deadline) {
        call.deadline = deadline;
        deadlines.add(call);
    }

    /** The try that was under way is over; the call itself goes on. */
    void tryIsOver(PendingCall<?> call) {
        deadlines.remove(call);
        leaveWindow(call);
    }

    /** The call has come to its end. */
    void remove(PendingCall<?> call) {
        for (int i = 0; i < call.tries; i++) {
            underWay.remove(call.transactionIds[i]);
        }
        tryIsOver(call);
    }

    /** Takes out everything. */
    List<PendingCall<?>> drain() {
        List<PendingCall<?>> all = new ArrayList<>(waiting);
        underWay.values().stream().distinct().forEach(all::add);
        waiting.clear();
        underWay.clear();
        deadlines.clear();
        inWindow = 0;
        return all;
    }

    private void leaveWindow(PendingCall<?> call) {
        if (call.inWindow) {
            call.inWindow = false;
            inWindow--;
        }
    }
}
