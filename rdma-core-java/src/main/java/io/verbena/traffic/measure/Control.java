package io.verbena.traffic.measure;

import io.verbena.traffic.measure.MeasureReport.Bandwidth;
import io.verbena.traffic.measure.MeasureReport.Latency;
import io.verbena.traffic.measure.MeasureReport.Sent;
import java.time.Duration;

/** The agreement of the two sides of a measurement about its start, its end and its results. */
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
    abstract void meet(Station station);

    /** Waits until the peer is ready for the next run; returns false if the protocol has no such point here. */
    abstract boolean ready();

    abstract void alive();

    /** Looks for a report of the peer without blocking. */
    abstract Signal poll();

    abstract void finished(Sent sent);

    /** Returns whether each side knows from its own options how many messages the peer sends. */
    abstract boolean isPlannedByBoth();

    /** Returns whether the client sends the first message of a latency run, and not the server. */
    abstract boolean isClientFirst();

    /** Returns whether a server learns only from the first message that the client has begun. */
    boolean startsWithArrival() {
        return false;
    }

    /** Returns whether the peer announces the end of its messages. */
    boolean announcesEnd() {
        return true;
    }

    /** Returns the number of messages that the peer has announced; {@code Long.MAX_VALUE} if it is not known. */
    abstract long announced();

    abstract Bandwidth result(BandwidthRun run);

    /** Exchanges the result of the side that started each round trip. */
    abstract Latency result(Latency measured);

    /** Exchanges the result of the side that answered, and returns the one to show. */
    abstract Latency answered(Latency own);
}
