package io.verbena.mad.engine;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * Calls of a port: those that wait for a place in the window, and those in flight. Not thread safe.
 *
 * <p>A call occupies a place in the window from its first attempt until it completes or that attempt times out, so an
 * unreachable node delays other calls once rather than once per retry.
 *
 * <p>The window starts small and grows by one with each response. When requests are lost it is halved, and then grows by one
 * per window of responses, as TCP does (RFC 5681). A timeout alone is no loss, because the node may be down; a late response,
 * or a response to a retry, shows that a request or response was lost.
 */
final class CallTable {
    private static final int INITIAL_WINDOW = 16;

    private final ArrayDeque<Call<?>> waiting = new ArrayDeque<>();
    private final Map<Integer, Call<?>> inFlight = new HashMap<>();
    // Compared by difference, because System.nanoTime may overflow.
    private final PriorityQueue<Call<?>> deadlines =
            new PriorityQueue<>((one, other) -> Long.signum(one.deadline - other.deadline));
    private int occupied;

    private int maxWindow;
    private double window;
    private double threshold;
    private long lastLoss;
    private boolean lossSeen;

    CallTable(int maxWindow) {
        this.maxWindow = maxWindow;
        this.window = Math.min(INITIAL_WINDOW, maxWindow);
        this.threshold = maxWindow;
    }

    // ---- the window

    int window() {
        return (int) window;
    }

    /** Raises the maximum size of the window. */
    void allow(int outstanding) {
        if (outstanding > maxWindow) {
            maxWindow = outstanding;
            threshold = lossSeen ? threshold : outstanding;
        }
    }

    /** Grows the window after a timely response to a first attempt. */
    void succeeded() {
        window = Math.min(maxWindow, window < threshold ? window + 1 : window + 1 / window);
    }

    /**
     * Halves the window after a loss, once for all requests that were sent before the last loss was noticed.
     *
     * @param sent time of the first attempt
     */
    void lost(long sent, long now) {
        if (!lossSeen || sent - lastLoss > 0) {
            lossSeen = true;
            lastLoss = now;
            threshold = Math.max(1, window / 2);
            window = threshold;
        }
    }

    // ---- the calls

    void add(Call<?> call) {
        waiting.add(call);
    }

    /** Returns the number of calls that wait for a place in the window. */
    int backlog() {
        return waiting.size();
    }

    /** Returns the next call that fits into the window, or null. Cancelled calls are skipped. */
    @Nullable Call<?> nextToSend() {
        for (Call<?> call = waiting.peek(); call != null; call = waiting.peek()) {
            if (occupied >= Math.min(window(), call.outstanding)) {
                return null;
            }
            waiting.remove();
            if (!call.future.isDone()) {
                call.inWindow = true;
                occupied++;
                return call;
            }
        }
        return null;
    }

    void sent(Call<?> call, int transactionId) {
        inFlight.put(transactionId, call);
        deadlines.add(call);
    }

    @Nullable Call<?> find(int transactionId) {
        return inFlight.get(transactionId);
    }

    /** Returns a call whose deadline has passed, or null. */
    @Nullable Call<?> expired(long now) {
        Call<?> call = deadlines.peek();
        return call != null && call.deadline - now <= 0 ? call : null;
    }

    /** Returns whether no call is in flight. */
    boolean isIdle() {
        return deadlines.isEmpty();
    }

    /** Returns the earliest deadline of the calls in flight, of which there is at least one. */
    long nextDeadline() {
        return deadlines.element().deadline;
    }

    /** Moves the deadline of a call in flight. */
    void setDeadline(Call<?> call, long deadline) {
        deadlines.remove(call);
        resume(call, deadline);
    }

    /** Schedules the next attempt of a call. */
    void resume(Call<?> call, long deadline) {
        call.deadline = deadline;
        deadlines.add(call);
    }

    /** Ends the current attempt of a call, which stays in flight. */
    void endTry(Call<?> call) {
        deadlines.remove(call);
        if (call.inWindow) {
            call.inWindow = false;
            occupied--;
        }
    }

    /** Removes a call that completed. */
    void remove(Call<?> call) {
        for (int i = 0; i < call.tries; i++) {
            inFlight.remove(call.transactionIds[i]);
        }
        endTry(call);
    }

    /** Removes and returns all calls. */
    List<Call<?>> drain() {
        List<Call<?>> all = new ArrayList<>(waiting);
        inFlight.values().stream().distinct().forEach(all::add);
        waiting.clear();
        inFlight.clear();
        deadlines.clear();
        occupied = 0;
        return all;
    }
}
