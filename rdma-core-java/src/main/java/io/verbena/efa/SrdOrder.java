package io.verbena.efa;

import java.util.Arrays;

/**
 * The order and the flow control of one channel, without its transport. Messages have consecutive sequence numbers. A side announces
 * up to which sequence number it accepts messages, as a limit that only grows; so announcements may overtake each other. Limits and
 * sequence numbers have 32 bits on the wire and wrap around. Guarded by the lock of the endpoint.
 */
final class SrdOrder {
    private static final int NONE = -1;

    private final int window;

    /** The slots of messages that have arrived, by their sequence number; the end needs a place beside a full window. */
    private final int[] arrived;

    private long nextToSend;
    private long limitOfPeer;
    private long nextToTake;
    private long released;
    private long granted;

    /** The sequence number of the end of the peer; negative before it has arrived. */
    private long end = NONE;

    SrdOrder(int window) {
        this.window = window;
        this.arrived = new int[window + 1];
        this.granted = window;
        Arrays.fill(arrived, NONE);
    }

    /** Starts with the window of the peer. */
    void opened(int windowOfPeer) {
        limitOfPeer = Math.max(limitOfPeer, windowOfPeer);
    }

    // ---- sending

    /** Returns whether the peer accepts another message. */
    boolean maySend() {
        return nextToSend < limitOfPeer;
    }

    /** Returns the sequence number of the next message. */
    int nextSequence() {
        return (int) nextToSend++;
    }

    /** Returns the sequence number of the end, which needs no room at the peer; no message may follow. */
    int endSequence() {
        return (int) nextToSend;
    }

    /**
     * Takes the limit that a message carries.
     *
     * @param most the window of the peer
     * @return false if the peer announces more than its window
     */
    boolean granted(int limit, int most) {
        int growth = limit - (int) limitOfPeer;
        if (growth > 0) {
            limitOfPeer += growth;
        }
        return limitOfPeer - nextToSend <= most;
    }

    // ---- receiving

    /** Returns the sequence number of the next message to take. */
    int nextToTake() {
        return (int) nextToTake;
    }

    /** Takes a message that has arrived; returns false if it is outside the window, or has arrived before. */
    boolean arrived(int sequence, int slot) {
        long number = number(sequence);
        if (number < nextToTake || number >= released + window || (end != NONE && number >= end)) {
            return false;
        }
        int place = (int) (number % arrived.length);
        if (arrived[place] != NONE) {
            return false;
        }
        arrived[place] = slot;
        return true;
    }

    /** Takes the end, which may arrive twice; returns false if there was another, or messages have arrived that come after it. */
    boolean ended(int sequence) {
        long number = number(sequence);
        if (end != NONE) {
            return number == end;
        }
        if (number < nextToTake || number > released + window) {
            return false;
        }
        for (long later = number; later < released + window; later++) {
            if (arrived[(int) (later % arrived.length)] != NONE) {
                return false;
            }
        }
        end = number;
        return true;
    }

    private long number(int sequence) {
        return nextToTake + (sequence - (int) nextToTake);
    }

    /** Returns whether the next message in order has arrived. */
    boolean isReady() {
        return arrived[(int) (nextToTake % arrived.length)] != NONE;
    }

    /** Returns whether all messages of the peer were taken, and no other will follow. */
    boolean isOver() {
        return nextToTake == end;
    }

    /** Returns whether all messages of the peer have arrived, and no other will follow. */
    boolean isComplete() {
        long number = nextToTake;
        while (number < end && arrived[(int) (number % arrived.length)] != NONE) {
            number++;
        }
        return number == end;
    }

    /** Returns the slot of a message that can be taken after some others; negative if it has not arrived, or one before it. */
    int ready(int others) {
        return others < window ? arrived[(int) ((nextToTake + others) % arrived.length)] : NONE;
    }

    /** Removes the next message in order, which must be ready, and returns its slot. */
    int take() {
        int place = (int) (nextToTake++ % arrived.length);
        int slot = arrived[place];
        arrived[place] = NONE;
        return slot;
    }

    /** Counts a message whose slot the peer may use again. */
    void released() {
        released++;
    }

    /** Returns the limit of this side, for a message to the peer. */
    int grant() {
        granted = released + window;
        return (int) granted;
    }

    /** Returns whether the peer should learn of the limit even if there is no message for it: it has grown by half of a window. */
    boolean owesGrant() {
        return released + window - granted >= (window + 1) / 2;
    }

    /** Removes a message that will not be taken, and returns its slot; -1 if there is none. */
    int discard() {
        for (int place = 0; place < arrived.length; place++) {
            if (arrived[place] != NONE) {
                int slot = arrived[place];
                arrived[place] = NONE;
                return slot;
            }
        }
        return NONE;
    }
}
