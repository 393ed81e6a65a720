package io.verbena.connection;

import io.verbena.verbs.CallbackThread;
import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.Queue;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * What the other side told that nobody has taken yet. Each holds a credit until it is taken, so that there are never more
 * than the credits. Safe for use by several threads.
 */
final class Advertisements {
    private final int most;
    private final Queue<RemoteBuffer> buffers = new ArrayDeque<>();
    private final Queue<ReceiveAnnouncement> receives = new ArrayDeque<>();
    private volatile LongConsumer withdrawals = id -> {};

    Advertisements(int most) {
        this.most = most;
    }

    void onWithdrawal(LongConsumer listener) {
        withdrawals = listener;
    }

    synchronized void add(RemoteBuffer buffer) {
        requireRoom();
        buffers.add(buffer);
    }

    synchronized void add(ReceiveAnnouncement announcement) {
        requireRoom();
        receives.add(announcement);
    }

    private void requireRoom() {
        if (buffers.size() + receives.size() >= most) {
            throw new ForeignPeerException(
                    "the other side advertised more than the " + most + " times it had credits for", null);
        }
    }

    /** How many credits that gives back, which are those of what nobody has taken. */
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
        tell(id);
        return withdrawn;
    }

    /** What a listener throws is to keep nobody from the completions that follow. */
    private void tell(long id) {
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
