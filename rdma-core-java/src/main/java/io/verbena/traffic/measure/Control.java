package io.verbena.traffic.measure;

import io.verbena.traffic.measure.MeasureReport.Bandwidth;
import io.verbena.traffic.measure.MeasureReport.Latency;
import io.verbena.traffic.measure.MeasureReport.Sent;
import java.time.Duration;

/**
 * The agreement of the two sides of a measurement about its start, its end and its results. By default, both sides know the plan
 * from their own options and exchange nothing.
 */
abstract class Control {
    /** The name of the peer, for messages. */
    final Object peer;

    final Duration timeout;

    enum Signal {
        /** The peer has reported nothing. */
        NONE,
        /** The peer is still working. */
        ALIVE,
        /** The peer has sent its last message. */
        DONE
    }

    Control(Object peer, Duration timeout) {
        this.peer = peer;
        this.timeout = timeout;
    }

    /** Exchanges the addresses of the memory, and of the queue pairs that are not connected yet. */
    void meet(Station station) {}

    /** Waits until the peer is ready for the next run, if the protocol has such a point here. */
    void ready() {}

    void alive() {}

    /** Looks for a report of the peer without blocking. */
    abstract Signal poll();

    void finished(Sent sent) {}

    /** Returns whether each side knows from its own options how many messages the peer sends. */
    boolean isPlannedByBoth() {
        return true;
    }

    /** Returns whether the client sends the first message of a latency run, and not the server. */
    boolean isClientFirst() {
        return true;
    }

    /** Returns whether a server learns only from the first message that the client has begun. */
    boolean startsWithArrival() {
        return false;
    }

    /** Returns whether the peer announces the end of its messages. */
    boolean announcesEnd() {
        return true;
    }

    /** Returns the number of messages that the peer has announced; {@code Long.MAX_VALUE} if it is not known. */
    long announced() {
        return Long.MAX_VALUE;
    }

    abstract Bandwidth result(BandwidthRun run);

    /** Exchanges the result of the side that started each round trip. */
    Latency result(Latency measured) {
        return measured;
    }

    /** Exchanges the result of the side that answered, and returns the one to show. */
    Latency answered(Latency own) {
        return own;
    }
}
