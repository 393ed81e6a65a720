package io.verbena.connection;

import io.verbena.connection.MessageHeader.Kind;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * One side of the message protocol as a state machine: credits, messages and what the peer is to be notified of. It knows
 * neither memory nor locks nor devices, so that the tests explore the states of two of them. {@link MessageChannel} guards it
 * by its lock, posts what it allows, and reports to it what arrives.
 *
 * <p>Everything that the peer sends uses up something that this side gave it: a message a credit, a credit a message that it
 * was sent, the report of a read a long message that it was announced. So a peer cannot flood this side, and what it may
 * occupy is bounded by the options.
 *
 * <p>{@code L} is what a caller remembers of a long message until the peer has read it.
 */
final class MessageProtocol<L> {
    /** The kinds of messages to send next, besides those of the application. */
    enum Step {
        /** The reply that waits longest; see {@link #nextReply}. */
        REPLY,
        /** The report that a long message was read; see {@link #nextRead}. */
        READ,
        /** Credits alone. */
        CREDITS
    }

    private record Reply(Message request, boolean isLong) {}

    private final int slots;
    private final int window;

    // What this side sends.

    /** The slots of the peer; 0 until it has announced them. */
    private int peerSlots;

    private int credits;
    private long nextId;
    private final Map<Long, L> unread = new HashMap<>();
    private final Deque<Reply> replies = new ArrayDeque<>();
    private boolean endSent;

    // What this side receives.

    /** Messages that wait to be taken, in their order. */
    private final Deque<Message> messages = new ArrayDeque<>();

    /** Long messages that wait for memory, in their order. */
    private final Deque<Message> unbegun = new ArrayDeque<>();

    /** The identifiers of long messages that were read and that the peer is not yet notified of. */
    private final Deque<Long> reads = new ArrayDeque<>();

    /** Messages that were received and not released. */
    private int outstanding;

    /** Long messages that occupy memory: being read, waiting to be taken, and taken but not released. */
    private int buffers;

    /** Credits that the peer is to get back. */
    private int owed;

    private boolean endReceived;

    /**
     * Creates the state before the first message.
     *
     * @param slots the number of messages that the peer may send before one of them is released
     * @param window the number of long messages of each direction that occupy memory of this side
     */
    MessageProtocol(int slots, int window) {
        this.slots = slots;
        this.window = window;
    }

    // ---- sending

    /** The peer takes this many messages. */
    void opened(int slotsOfPeer) {
        peerSlots = slotsOfPeer;
        credits = slotsOfPeer;
    }

    /** Returns whether a message may be sent. Replies go first: a request of this side must not keep one from the peer. */
    boolean maySend(boolean isLong) {
        return replies.isEmpty() && hasCredit(isLong);
    }

    private boolean hasCredit(boolean isLong) {
        return credits > 0 && !endSent && (!isLong || unread.size() < window);
    }

    void sent() {
        credits--;
    }

    /** A long message is announced; returns its identifier. */
    long sent(L message) {
        credits--;
        unread.put(nextId, message);
        return nextId++;
    }

    /**
     * Decides whether the end is to be sent now: once, behind the replies that wait. It takes no credit, so that a peer that
     * takes nothing does not delay it.
     */
    boolean trySendEnd() {
        boolean isDue = !endSent && replies.isEmpty();
        endSent |= isDue;
        return isDue;
    }

    boolean hasSentEnd() {
        return endSent;
    }

    /** Returns whether the peer has read every long message, or has ended and reads none. */
    boolean isRead() {
        return unread.isEmpty() || endReceived;
    }

    /** Removes and returns what the caller remembers of the long messages that the peer has not read. */
    List<L> abandon() {
        List<L> abandoned = List.copyOf(unread.values());
        unread.clear();
        return abandoned;
    }

    /**
     * Returns the credits that the header of the next message carries, and counts them as returned. Every header that is sent
     * has them.
     */
    int grant() {
        int granted = owed;
        owed = 0;
        return granted;
    }

    // ---- replies

    /** A message that was taken is to be released when the reply to it is sent. */
    void reply(Message request, boolean isLong) {
        replies.add(new Reply(request, isLong));
    }

    /** Returns the request whose reply waits longest; null if none waits. */
    @Nullable Message firstReply() {
        Reply first = replies.peek();
        return first == null ? null : first.request();
    }

    /** Removes the reply that waits longest, and returns its request, which is released: the reply carries the credit. */
    Message nextReply() {
        Message request = replies.remove().request();
        release(request);
        return request;
    }

    // ---- receiving

    /**
     * A message has arrived.
     *
     * @param message the message, for the kinds that are to be taken; null for the others
     * @return what was remembered of the long message that the peer has read; null for the other kinds
     * @throws ForeignPeerException if the peer must not send this now
     */
    @Nullable L received(MessageHeader header, @Nullable Message message) {
        credit(header);
        if (message == null) {
            return header.kind() == Kind.READ ? readByPeer(header.id()) : null;
        }
        if (endReceived) {
            throw new ForeignPeerException("the peer sent a message after its last one");
        }
        endReceived = header.kind() == Kind.END;
        if (!endReceived) {
            requireGranted();
            outstanding++;
        }
        messages.add(message);
        if (header.kind() == Kind.LONG) {
            unbegun.add(message);
        }
        return null;
    }

    private void requireGranted() {
        if (outstanding + owed >= slots) {
            throw new ForeignPeerException("the peer sent more than the " + slots + " messages it had credits for");
        }
    }

    private void credit(MessageHeader header) {
        int more = header.credits();
        if (more == 0 && header.kind() == Kind.CREDITS) {
            throw new ForeignPeerException("the peer sent a message that returns no credits and says nothing else");
        }
        if (credits + more > peerSlots) {
            throw new ForeignPeerException(
                    "the peer returned " + more + " credits, and " + credits + " of its " + peerSlots + " are unused");
        }
        credits += more;
    }

    private L readByPeer(long id) {
        L read = unread.remove(id);
        if (read == null) {
            throw new ForeignPeerException("the peer reported that it read long message " + id
                    + ", which it has read before or was never sent");
        }
        return read;
    }

    /** Returns the next long message for which there is memory, which is to be read now; null if there is none. */
    @Nullable Message nextToRead() {
        if (buffers == window || unbegun.isEmpty()) {
            return null;
        }
        buffers++;
        return unbegun.remove();
    }

    void read(Message message) {
        message.finish();
        reads.add(message.header.id());
    }

    boolean isReady() {
        Message first = messages.peek();
        return first != null && first.isReady();
    }

    /** Takes the next message; null if it is not there. The end of the channel is not removed, so that later calls find it. */
    @Nullable Message take() {
        Message first = messages.peek();
        if (first == null || !first.isReady()) {
            return null;
        }
        return first.header.kind() == Kind.END ? first : messages.remove();
    }

    /** A message that was taken is released: the peer may send another one. */
    void release(Message message) {
        outstanding--;
        owed++;
        if (message.header.kind() == Kind.LONG) {
            buffers--;
        }
    }

    // ---- what is to be sent beside messages

    /** Returns what is to be sent next as far as the state is concerned; null if nothing is. */
    @Nullable Step next() {
        Reply reply = replies.peek();
        if (reply != null && hasCredit(reply.isLong())) {
            return Step.REPLY;
        }
        if (!reads.isEmpty()) {
            return Step.READ;
        }
        return owesCredits() ? Step.CREDITS : null;
    }

    /** Removes and returns the identifier of a long message that was read. */
    long nextRead() {
        return reads.remove();
    }

    /**
     * Returns whether the credits that are owed are worth a message of their own, which costs about half as much as one of
     * 64 KiB. They are when they are most of the slots, since the peer still has some to go on with; and when the peer has
     * none and nothing of it waits here, since it may be waiting for this side, which holds its earlier messages. At most two
     * such messages are in flight: for a third, the peer would have to use the credits of the first.
     */
    private boolean owesCredits() {
        boolean isStarved = owed > 0 && outstanding + owed == slots && messages.isEmpty();
        return !endReceived && (isStarved || owed >= Math.max(1, slots * 3 / 4));
    }

    /** Shows the whole state. */
    @Override
    public String toString() {
        StringBuilder waiting = new StringBuilder();
        for (Message each : messages) {
            waiting.append(each.header.kind().code).append(each.isReady() ? "! " : "? ");
        }
        return "credits=" + credits + " unread=" + new TreeSet<>(unread.keySet()) + " replies=" + replies.size()
                + (endSent ? " endSent" : "") + " messages=" + waiting + "unbegun=" + unbegun.size() + " reads=" + reads
                + " outstanding=" + outstanding + " buffers=" + buffers + " owed=" + owed
                + (endReceived ? " endReceived" : "");
    }
}
