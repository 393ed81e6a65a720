package io.verbena.rmpp;

import java.util.BitSet;

/** ReceiveWindow of a receiver: the segments that may be sent, and those that have arrived. */
final class ReceiveWindow {
    private final int size;
    // One bit per segment in the window, at its number modulo the size of the window.
    private final BitSet arrived;

    /** The last segment that may be sent. */
    long granted = 1;

    /** The last segment up to which all have arrived. */
    long complete;

    private long acknowledged;

    /** The highest segment that has arrived. */
    long highest;

    ReceiveWindow(int size) {
        this.size = size;
        arrived = new BitSet(size);
    }

    boolean has(long segment) {
        return segment <= complete || (segment <= highest && arrived.get(slot(segment)));
    }

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
