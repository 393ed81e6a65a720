package io.verbena.connection;

import io.verbena.error.RdmaException;
import io.verbena.hca.WorkCompletionStatus;
import io.verbena.verbs.QueuePair;
import io.verbena.verbs.ReceiveRequests;
import io.verbena.verbs.SendRequests;
import io.verbena.verbs.WorkCompletion;
import java.nio.ByteBuffer;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/**
 * The queue pair by which the two libraries talk. Each side has posted a receive for every message that the other has
 * credits for, and a few for those that take none, so that none finds nothing to be received into.
 *
 * <p>A message that is counted takes a credit, which the other side gives back when the message was used up there. Credits
 * are returned when half of them are owed; so at most two such messages are under way, and one that says ready.
 */
final class ControlLane {
    /** Beyond the counted: one that says ready, two with credits. */
    private static final int UNCOUNTED = 3;

    /** Whatever the other side says. */
    private static final int MOST_CREDITS = 1 << 20;

    private final QueuePair pair;
    private final LocalBuffer memory;
    private final ByteBuffer bytes;
    private final SendRequests sends;
    private final ReceiveRequests receives;
    private final int granted;
    private final int places;
    private final Consumer<ControlMessage> messages;
    private final Consumer<RdmaException> broken;
    private final ReentrantLock lock = new ReentrantLock();

    private long received;
    private long sent;
    private long sendsEnded;
    private int credits;
    private int owed;

    /**
     * On a queue pair of its own.
     *
     * @param granted how many counted messages the other side may send at first
     * @param messages is given what the other side says, in order
     * @param broken is told if that makes no sense
     */
    ControlLane(
            ConnectionGroup group,
            CompletionPump pump,
            QueuePair pair,
            int granted,
            Consumer<ControlMessage> messages,
            Consumer<RdmaException> broken) {
        this.pair = pair;
        this.granted = granted;
        this.places = places(granted);
        this.messages = messages;
        this.broken = broken;
        this.memory = group.allocate(2 * places * ControlMessage.BYTES);
        this.bytes = memory.bytes();
        this.sends = pair.sendRequests(1);
        this.receives = pair.receiveRequests(1);
        pump.sink(RdmaConnection.CONTROL_SENDS, this::sent);
        pump.sink(RdmaConnection.CONTROL_RECEIVES, this::received);
    }

    /** How many requests of each kind are under way at most. */
    static int places(int granted) {
        return granted + UNCOUNTED;
    }

    QueuePair pair() {
        return pair;
    }

    int granted() {
        return granted;
    }

    /** Before the other side may send. */
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
        receives.receive(CompletionPump.id(RdmaConnection.CONTROL_RECEIVES, sequence))
                .segment(memory.region(), receivePlace(sequence), ControlMessage.BYTES);
        pair.post(receives);
    }

    private int receivePlace(long sequence) {
        return (int) (sequence % places) * ControlMessage.BYTES;
    }

    private int sendPlace(long sequence) {
        return (int) (places + sequence % places) * ControlMessage.BYTES;
    }

    /** The other side takes so many more. */
    void credit(int more) {
        lock.lock();
        try {
            credits += more;
        } finally {
            lock.unlock();
        }
    }

    /** Whether a counted message could be sent. */
    boolean isReady() {
        lock.lock();
        try {
            return credits > 0 && sent - sendsEnded < places;
        } finally {
            lock.unlock();
        }
    }

    /** Sends a message, if there is a credit, or it needs none. */
    boolean trySend(ControlMessage message) {
        lock.lock();
        try {
            if (sent - sendsEnded == places || (message.kind().isCounted() && credits == 0)) {
                return false;
            }
            int more = message.kind() == ControlMessage.Kind.READY ? granted : owed;
            int place = sendPlace(sent);
            message.credits(more).encode(bytes.duplicate().position(place));
            pair.post(sends.send(CompletionPump.id(RdmaConnection.CONTROL_SENDS, sent))
                    .segment(memory.region(), place, ControlMessage.BYTES));
            sent++;
            if (message.kind() != ControlMessage.Kind.READY) {
                owed = 0;
            }
            if (message.kind().isCounted()) {
                credits--;
            }
            return true;
        } finally {
            sends.clear();
            lock.unlock();
        }
    }

    /** A message was used up. */
    void release() {
        lock.lock();
        try {
            owed++;
        } finally {
            lock.unlock();
        }
        returnCredits();
    }

    private void returnCredits() {
        boolean due;
        lock.lock();
        try {
            due = owed >= Math.max(1, granted / 2);
        } finally {
            lock.unlock();
        }
        if (due) {
            // Without a place it is done when one is free.
            trySend(ControlMessage.of(ControlMessage.Kind.CREDITS));
        }
    }

    private void sent(long sequence, WorkCompletion completion) {
        lock.lock();
        try {
            sendsEnded = sequence + 1;
        } finally {
            lock.unlock();
        }
        if (check(completion)) {
            try {
                returnCredits();
            } catch (RdmaException e) {
                broken.accept(e);
            }
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
                credits = Math.min(MOST_CREDITS, credits + message.credits());
            } finally {
                receives.clear();
                lock.unlock();
            }
            messages.accept(message);
        } catch (RdmaException e) {
            broken.accept(e);
        }
    }

    private boolean check(WorkCompletion completion) {
        WorkCompletionStatus status = completion.status();
        if (status == WorkCompletionStatus.SUCCESS) {
            return true;
        }
        if (status != WorkCompletionStatus.FLUSHED) {
            broken.accept(new TransferException("a control message of the library", status));
        }
        return false;
    }

    void close() {
        pair.close();
        memory.close();
    }
}
