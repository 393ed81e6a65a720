package io.verbena.connection;

import io.verbena.error.RdmaException;
import io.verbena.verbs.ClosedObjectException;
import io.verbena.verbs.Deadline;
import io.verbena.verbs.QueuePair;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What the two sides tell each other of buffers and receives. Safe for use by several threads. */
final class BufferExchange {
    /** How the connection waits: for a condition, until a deadline, and what for. */
    interface Wait {
        void until(BooleanSupplier condition, Deadline deadline, String what);
    }

    private final ControlLane lane;
    private final Advertisements theirs;
    private final Wait wait;

    /** On a lane of its own; {@code broken} is told if the other side makes no sense. */
    BufferExchange(
            ConnectionGroup group,
            CompletionPump pump,
            QueuePair pair,
            int advertisements,
            Wait wait,
            Consumer<RdmaException> broken) {
        this.theirs = new Advertisements(advertisements);
        this.lane = new ControlLane(group, pump, pair, advertisements, this::told, broken);
        this.wait = wait;
    }

    ControlLane lane() {
        return lane;
    }

    void onWithdrawal(LongConsumer listener) {
        theirs.onWithdrawal(listener);
    }

    private void told(ControlMessage message) {
        switch (message.kind()) {
            case ADVERTISE -> theirs.add(message.buffer());
            case RECEIVES -> theirs.add(new ReceiveAnnouncement((int) message.id(), (int) message.length()));
            case WITHDRAW -> {
                // Its own credit, and those of what it takes back.
                for (int credits = theirs.withdraw(message.id()); credits >= 0; credits--) {
                    lane.release();
                }
            }
            case READY, CREDITS -> {
                // Their credits are all that they say.
            }
        }
    }

    void tell(ControlMessage message, Deadline deadline) {
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

    /** What was taken counts, also where nobody is left to be given the credit. */
    private void release() {
        try {
            lane.release();
        } catch (ClosedObjectException e) {
            return;
        }
    }
}
