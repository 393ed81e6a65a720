package io.verbena.connection;

import io.verbena.verbs.CallbackThread;
import io.verbena.verbs.ClosedObjectException;
import io.verbena.verbs.Deadline;
import io.verbena.verbs.QueuePair;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.LongConsumer;

/**
 * The advertisements and announcements of both sides. Each one of the peer holds a credit until it is taken, so that {@link
 * ControlLane} bounds them. Safe for use by several threads.
 */
final class BufferExchange {
    final ControlLane lane;
    private final CompletionWaits waits;

    /** Buffers that the peer has advertised, and that the application has not taken yet. */
    private final ConcurrentLinkedQueue<RemoteBuffer> buffers = new ConcurrentLinkedQueue<>();

    private final ConcurrentLinkedQueue<ReceiveAnnouncement> receives = new ConcurrentLinkedQueue<>();
    private volatile LongConsumer withdrawals = id -> {};

    /** Creates an exchange on a control lane; {@code liveness} is notified of invalid messages and of requests that fail. */
    BufferExchange(
            ConnectionGroup group,
            Set<LocalBuffer> buffers,
            CompletionPump pump,
            QueuePair pair,
            int advertisements,
            CompletionWaits waits,
            Liveness liveness) {
        this.lane = new ControlLane(group, buffers, pump, pair, advertisements, this::received, liveness);
        this.waits = waits;
    }

    void onWithdrawal(LongConsumer listener) {
        withdrawals = listener;
    }

    private void received(ControlMessage message) {
        switch (message.kind()) {
            case ADVERTISE -> buffers.add(message.buffer());
            case RECEIVES -> receives.add(new ReceiveAnnouncement((int) message.id(), (int) message.length()));
            case WITHDRAW -> withdraw(message.id());
            case READY, CREDITS -> {
                // The lane has taken their credits.
            }
        }
    }

    /** Removes the advertisements of a buffer, and notifies the listener. */
    private void withdraw(long id) {
        // One credit is for the withdrawal; the others are for the advertisements that it removes.
        int credits = 1;
        for (RemoteBuffer each : List.copyOf(buffers)) {
            if (each.id() == id && buffers.remove(each)) {
                credits++;
            }
        }
        try {
            withdrawals.accept(id);
        } catch (RuntimeException | Error e) {
            // An exception of the listener must not delay the following completions.
            CallbackThread.report(e);
        }
        for (; credits > 0; credits--) {
            lane.release();
        }
    }

    void send(ControlMessage message, Deadline deadline) {
        while (!lane.trySend(message)) {
            waits.until(lane::isReady, deadline, "to take earlier advertisements");
        }
    }

    RemoteBuffer nextBuffer(Deadline deadline) {
        return next(buffers, deadline, "to advertise a buffer");
    }

    ReceiveAnnouncement nextReceives(Deadline deadline) {
        return next(receives, deadline, "to announce receives");
    }

    private <T> T next(ConcurrentLinkedQueue<T> arrived, Deadline deadline, String what) {
        while (true) {
            waits.until(() -> !arrived.isEmpty(), deadline, what);
            T taken = arrived.poll();
            if (taken != null) {
                release();
                return taken;
            }
        }
    }

    /** Returns the credit of what was taken, unless the connection is closed. */
    private void release() {
        try {
            lane.release();
        } catch (ClosedObjectException e) {
            return;
        }
    }
}
