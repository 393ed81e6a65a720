package io.verbena.connection;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The requests of both sides as a state machine: which may be sent, and which reply belongs to which. It knows neither
 * messages nor locks; {@link RequestChannel} uses it under the lock of its channel.
 *
 * <p>A request occupies a slot of the peer until its reply is sent. Requests leave one slot free, and one place for a long
 * message where there are two: without them, two sides whose slots are filled with requests of each other could not send
 * a reply.
 *
 * <p>{@code R} is what a caller remembers of a request until its reply arrives.
 */
final class RequestProtocol<R> {
    private final int maxSent;
    private final int maxLongSent;
    private final int maxReceived;

    /**
     * A request whose reply has not arrived.
     *
     * @param isLong whether it is a long message
     */
    private record Sent<R>(R request, boolean isLong) {}

    private final Map<Long, Sent<R>> sent = new TreeMap<>();
    private int longSent;
    private long lastSent;

    private long lastReceived;
    private int received;

    /**
     * Creates the state before the first request.
     *
     * @param slots the slots of this side
     * @param peerSlots the slots of the peer
     * @param peerWindow the number of long messages that occupy memory of the peer at a time
     */
    RequestProtocol(int slots, int peerSlots, int peerWindow) {
        this.maxReceived = slots - 1;
        this.maxSent = peerSlots - 1;
        this.maxLongSent = Math.max(1, peerWindow - 1);
    }

    /** Returns whether a request may be sent as far as the earlier ones are concerned. */
    boolean maySend(boolean isLong) {
        return sent.size() < maxSent && (!isLong || longSent < maxLongSent);
    }

    /** A request is sent; returns its number. */
    long sent(R request, boolean isLong) {
        sent.put(++lastSent, new Sent<>(request, isLong));
        longSent += isLong ? 1 : 0;
        return lastSent;
    }

    /**
     * A reply has arrived; returns what was remembered of its request.
     *
     * @throws ForeignPeerException if there is no such request, or if it has its reply
     */
    R replied(long number) {
        Sent<R> request = sent.remove(number);
        if (request == null) {
            throw new ForeignPeerException(
                    "the peer replied to request " + number + ", which has its reply or was never sent");
        }
        longSent -= request.isLong() ? 1 : 0;
        return request.request();
    }

    /**
     * A request has arrived; returns how many now wait for their replies.
     *
     * @throws ForeignPeerException if the peer has repeated a number, or has too many requests without a reply
     */
    int received(long number) {
        if (number <= lastReceived) {
            throw new ForeignPeerException(
                    "the peer sent request " + number + " after request " + lastReceived + "; numbers increase");
        }
        if (received == maxReceived) {
            throw new ForeignPeerException(
                    "the peer sent a request while " + maxReceived + " wait for their replies, which is the maximum");
        }
        lastReceived = number;
        return ++received;
    }

    /** The reply to a request that arrived is about to be sent. */
    void replying() {
        received--;
    }

    /** Removes and returns what was remembered of the requests whose replies have not arrived. */
    List<R> abandon() {
        List<R> abandoned = sent.values().stream().map(Sent::request).toList();
        sent.clear();
        return abandoned;
    }

    /** Shows the whole state. */
    @Override
    public String toString() {
        return "sent=" + sent.keySet() + " received=" + received + " last=" + lastReceived;
    }
}
