package io.verbena.rmpp;

import java.util.BitSet;

/** The segments that a sender may send, and which of them have arrived. */
final class Window {
    private final int size;
    // One bit for each segment that may arrive, at its number modulo the size of the window.
    private final BitSet arrived;
    private long granted = 1;
    private long complete;
    private long acknowledged;
    private long highest;

    Window(int size) {
        this.size = size;
        arrived = new BitSet(size);
    }

    /** The last segment that may be sent. */
    long granted() {
        return granted;
    }

    /** The last segment up to which all have arrived. */
    long complete() {
        return complete;
    }

    /** The largest number that has arrived. */
    long highest() {
        return highest;
    }

    boolean has(long segment) {
        return segment <= complete || (segment <= highest && arrived.get(slot(segment)));
    }

    /** Whether the sender was told that this segment has arrived. */
    boolean isAcknowledged(long segment) {
        return segment <= acknowledged;
    }

    /** Adds a segment within the window. */
    void add(long segment) {
        arrived.set(slot(segment));
        highest = Math.max(highest, segment);
        while (complete < granted && arrived.get(slot(complete + 1))) {
            complete++;
            arrived.clear(slot(complete));
        }
    }

    boolean isFull() {
        return complete == granted;
    }

    void open() {
        granted = complete + size;
    }

    void acknowledge() {
        acknowledged = complete;
    }

    private int slot(long segment) {
        return (int) (segment % size);
    }
}
