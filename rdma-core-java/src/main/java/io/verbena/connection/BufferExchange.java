package io.verbena.connection;

import io.verbena.verbs.ClosedObjectException;
import io.verbena.verbs.Deadline;
import io.verbena.verbs.QueuePair;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.LongConsumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The advertisements and announcements of both sides. Safe for use by several threads. */
final class BufferExchange {
    /** Waits for a condition until a deadline; {@code what} is what the peer is waited for to do. */
    interface Wait {
        void until(BooleanSupplier condition, Deadline deadline, String what);
    }

    private final ControlLane lane;
    private final Advertisements theirs = new Advertisements();
    private final Wait wait;

    /** Creates an exchange on a control lane; {@code liveness} is notified of invalid messages and of requests that fail. */
    BufferExchange(
            ConnectionGroup group,
            Set<LocalBuffer> buffers,
            CompletionPump pump,
            QueuePair pair,
            int advertisements,
            Wait wait,
            Liveness liveness) {
        this.lane = new ControlLane(group, buffers, pump, pair, advertisements, this::received, liveness);
        this.wait = wait;
    }

    ControlLane lane() {
        return lane;
    }

    void onWithdrawal(LongConsumer listener) {
        theirs.onWithdrawal(listener);
    }

    private void received(ControlMessage message) {
        switch (message.kind()) {
            case ADVERTISE -> theirs.add(message.buffer());
            case RECEIVES -> theirs.add(new ReceiveAnnouncement((int) message.id(), (int) message.length()));
            case WITHDRAW -> {
                // One credit is for the withdrawal; the others are for the advertisements that it removes.
                for (int credits = theirs.withdraw(message.id()); credits >= 0; credits--) {
                    lane.release();
                }
            }
            case READY, CREDITS -> {
                // The lane has taken their credits.
            }
        }
    }

    void send(ControlMessage message, Deadline deadline) {
        while (!lane.trySend(message)) {
            wait.until(lane::isReady, deadline, "to take earlier advertisements");
        }
    }

    RemoteBuffer nextBuffer(Deadline deadline) {
        return next(theirs::hasBuffer, theirs::takeBuffer, deadline, "to advertise a buffer");
    }

    ReceiveAnnouncement nextReceives(Deadline deadline) {
        return next(theirs::hasReceives, theirs::takeReceives, deadline, "to announce receives");
    }

    private <T> T next(BooleanSupplier there, Supplier<@Nullable T> take, Deadline deadline, String what) {
        while (true) {
            wait.until(there, deadline, what);
            T taken = take.get();
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
