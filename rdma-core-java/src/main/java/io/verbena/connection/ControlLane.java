package io.verbena.connection;

import io.verbena.error.RdmaException;
import io.verbena.hca.WorkCompletionStatus;
import io.verbena.verbs.QueuePair;
import io.verbena.verbs.ReceiveRequests;
import io.verbena.verbs.SendRequests;
import io.verbena.verbs.WorkCompletion;
import java.nio.ByteBuffer;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/**
 * The control queue pair, on which the two libraries exchange messages. Each side has posted a receive for every message that
 * its peer has credits for, and for the few that take no credit.
 *
 * <p>A counted message takes a credit, which the receiver returns when the message is used up. Credits are returned when half of
 * them are owed, so that at most two messages with credits, and one READY, are in flight.
 */
final class ControlLane {
    /** The messages that take no credit: one READY, two CREDITS. */
    private static final int UNCOUNTED = 3;

    final QueuePair pair;
    private final LocalBuffer memory;
    private final ByteBuffer bytes;
    private final SendRequests sends;
    private final ReceiveRequests receives;
    private final Credits credits;
    private final int places;
    private final Consumer<ControlMessage> messages;
    private final Liveness liveness;
    private final ReentrantLock lock = new ReentrantLock();

    private long received;
    private long sent;
    private long sendsEnded;

    /**
     * Creates a lane on a queue pair of its own.
     *
     * @param granted the initial number of credits of the peer
     * @param messages takes the messages of the peer in their order
     * @param liveness is notified of invalid messages and of requests that fail
     */
    ControlLane(
            ConnectionGroup group,
            Set<LocalBuffer> buffers,
            CompletionPump pump,
            QueuePair pair,
            int granted,
            Consumer<ControlMessage> messages,
            Liveness liveness) {
        this.pair = pair;
        this.credits = new Credits(granted);
        this.places = places(granted);
        this.messages = messages;
        this.liveness = liveness;
        this.memory = group.allocate(2 * places * ControlMessage.BYTES, pair.domain(), buffers);
        this.bytes = memory.bytes();
        this.sends = pair.sendRequests(1);
        this.receives = pair.receiveRequests(1);
        pump.sink(CompletionPump.CONTROL_SENDS, this::sent);
        pump.sink(CompletionPump.CONTROL_RECEIVES, this::received);
    }

    /** Returns the maximum number of sends, and of receives, in flight. */
    static int places(int granted) {
        return granted + UNCOUNTED;
    }

    /** Posts all receives, before the peer may send. */
    void postReceives() {
        lock.lock();
        try {
            for (int place = 0; place < places; place++) {
                postReceive(place);
            }
        } finally {
            lock.unlock();
        }
    }

    private void postReceive(long sequence) {
        receives.receive(CompletionPump.id(CompletionPump.CONTROL_RECEIVES, sequence))
                .segment(memory.region(), receivePlace(sequence), ControlMessage.BYTES);
        pair.post(receives);
    }

    private int receivePlace(long sequence) {
        return (int) (sequence % places) * ControlMessage.BYTES;
    }

    private int sendPlace(long sequence) {
        return (int) (places + sequence % places) * ControlMessage.BYTES;
    }

    /** Grants the initial credits, which the side that connects learns from the response. */
    void begin(int first) {
        lock.lock();
        try {
            credits.begin(first);
        } finally {
            lock.unlock();
        }
    }

    /** Returns whether a counted message can be sent. */
    boolean isReady() {
        lock.lock();
        try {
            return credits.canSend(ControlMessage.Kind.ADVERTISE) && sent - sendsEnded < places;
        } finally {
            lock.unlock();
        }
    }

    /** Sends a message unless it needs a credit and there is none, or no place is free; returns whether it was sent. */
    boolean trySend(ControlMessage message) {
        lock.lock();
        try {
            if (sent - sendsEnded == places || !credits.canSend(message.kind())) {
                return false;
            }
            int place = sendPlace(sent);
            message.credits(credits.send(message.kind()))
                    .encode(bytes.duplicate().position(place));
            pair.post(sends.send(CompletionPump.id(CompletionPump.CONTROL_SENDS, sent))
                    .segment(memory.region(), place, ControlMessage.BYTES));
            sent++;
            return true;
        } finally {
            sends.clear();
            lock.unlock();
        }
    }

    /** Takes back the credit of a message that was used up, and returns the credits to the peer if enough are owed. */
    void release() {
        lock.lock();
        try {
            credits.release();
            returnCredits();
        } finally {
            lock.unlock();
        }
    }

    /** The caller holds the lock: a message that finds the credits already returned by another thread is a violation. */
    private void returnCredits() {
        if (credits.isDue()) {
            // Without a free place, the end of an earlier send returns the credits.
            trySend(ControlMessage.of(ControlMessage.Kind.CREDITS));
        }
    }

    private void sent(long sequence, WorkCompletion completion) {
        boolean succeeded = check(completion);
        try {
            lock.lock();
            try {
                sendsEnded = sequence + 1;
                if (succeeded) {
                    returnCredits();
                }
            } finally {
                lock.unlock();
            }
        } catch (RdmaException e) {
            liveness.broken(e);
        }
    }

    private void received(long sequence, WorkCompletion completion) {
        if (!check(completion)) {
            return;
        }
        ControlMessage message;
        try {
            message = ControlMessage.decode(bytes.slice(receivePlace(sequence), completion.byteLength()));
            lock.lock();
            try {
                received = sequence + 1;
                postReceive(received + places - 1);
                credits.receive(message);
            } finally {
                receives.clear();
                lock.unlock();
            }
            messages.accept(message);
        } catch (RdmaException e) {
            liveness.broken(e);
        }
    }

    private boolean check(WorkCompletion completion) {
        WorkCompletionStatus status = completion.status();
        if (status == WorkCompletionStatus.SUCCESS) {
            return true;
        }
        liveness.failed("a control message of the library", status);
        return false;
    }

    /**
     * The credits of the control lane, which bound what either side keeps for the other. A counted message spends a credit of its
     * receiver, which returns it when the message is used up. A peer that sends without credits, or returns more than were spent,
     * ends the connection. Guarded by the lock of the lane.
     */
    private static final class Credits {
        private final int granted;

        /** The credits of the peer, as far as this side has sent them. */
        private int allowance;

        /** The credits of this side. */
        private int credits;

        /** Counted messages of this side whose credit has not come back. */
        private int spent;

        /** Credits that this side has not returned yet. */
        private int owed;

        /** Whether the peer has granted its initial credits. */
        private boolean begun;

        Credits(int granted) {
            this.granted = granted;
            this.allowance = granted;
        }

        /** Adds the initial credits that the peer grants. */
        void begin(int first) {
            begun = true;
            credits += first;
        }

        boolean canSend(ControlMessage.Kind kind) {
            return !kind.isCounted() || credits > 0;
        }

        /** Spends what a message of this side takes, and returns the credits that go with it. */
        int send(ControlMessage.Kind kind) {
            if (kind.isCounted()) {
                credits--;
                spent++;
            }
            if (kind == ControlMessage.Kind.READY) {
                return granted;
            }
            int returned = owed;
            allowance += returned;
            owed = 0;
            return returned;
        }

        /**
         * Takes a message of the peer.
         *
         * @throws ForeignPeerException if the peer had no credit for it, returns what was not spent, or says nothing with it
         */
        void receive(ControlMessage message) {
            ControlMessage.Kind kind = message.kind();
            if (kind.isCounted() && allowance-- == 0) {
                throw new ForeignPeerException(
                        "the peer sent more than the " + granted + " control messages that it had credits for");
            }
            if (kind == ControlMessage.Kind.READY) {
                if (begun) {
                    throw new ForeignPeerException("the peer said twice that it is ready");
                }
                begin(message.credits());
                return;
            }
            if (message.credits() > spent) {
                throw new ForeignPeerException("the peer returned " + message.credits() + " credits, and was sent "
                        + spent + " control messages that take one");
            }
            if (kind == ControlMessage.Kind.CREDITS && message.credits() == 0) {
                throw new ForeignPeerException("the peer returned credits, of which there were 0");
            }
            spent -= message.credits();
            credits += message.credits();
        }

        /** Counts a message of the peer that is used up. */
        void release() {
            owed++;
        }

        /** Returns whether the owed credits are worth a message of their own. */
        boolean isDue() {
            return owed >= Math.max(1, granted / 2);
        }
    }
}
