package io.verbena.connection;

import io.verbena.verbs.CallbackThread;
import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.Queue;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Advertisements of the peer that are not taken yet. Each holds a credit until it is taken, so that {@link ControlCredits}
 * bounds them. Safe for use by several threads.
 */
final class Advertisements {
    private final Queue<RemoteBuffer> buffers = new ArrayDeque<>();
    private final Queue<ReceiveAnnouncement> receives = new ArrayDeque<>();
    private volatile LongConsumer withdrawals = id -> {};

    void onWithdrawal(LongConsumer listener) {
        withdrawals = listener;
    }

    synchronized void add(RemoteBuffer buffer) {
        buffers.add(buffer);
    }

    synchronized void add(ReceiveAnnouncement announcement) {
        receives.add(announcement);
    }

    /** Removes the advertisements of a buffer, notifies the listener, and returns the number of advertisements removed. */
    int withdraw(long id) {
        int withdrawn = 0;
        synchronized (this) {
            for (Iterator<RemoteBuffer> each = buffers.iterator(); each.hasNext(); ) {
                if (each.next().id() == id) {
                    each.remove();
                    withdrawn++;
                }
            }
        }
        report(id);
        return withdrawn;
    }

    /** Notifies the listener. Its exceptions must not delay the following completions. */
    private void report(long id) {
        try {
            withdrawals.accept(id);
        } catch (RuntimeException | Error e) {
            CallbackThread.report(e);
        }
    }

    synchronized boolean hasBuffer() {
        return !buffers.isEmpty();
    }

    synchronized boolean hasReceives() {
        return !receives.isEmpty();
    }

    synchronized @Nullable RemoteBuffer takeBuffer() {
        return buffers.poll();
    }

    synchronized @Nullable ReceiveAnnouncement takeReceives() {
        return receives.poll();
    }
}
