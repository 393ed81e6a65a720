package io.verbena.traffic.measure;

import io.verbena.traffic.measure.MeasureReport.Bandwidth;
import io.verbena.traffic.measure.MeasureReport.Latency;
import io.verbena.traffic.measure.MeasureReport.Sent;
import java.time.Duration;

/**
 * The control of a measurement of Ethernet frames, whose sides exchange nothing else: the peer has ended when no frame has arrived for
 * a second after the first one.
 */
final class RawControl extends Control {
    private static final long SILENCE_NANOS = 1_000_000_000;

    private final Station station;
    private long arrived;
    private long lastArrival;

    RawControl(Station station, Duration timeout) {
        super("the peer", timeout);
        this.station = station;
    }

    @Override
    void meet(Station met) {
        // The frames carry the addresses.
    }

    @Override
    boolean ready() {
        return false;
    }

    @Override
    void alive() {
        // The peer cannot be notified.
    }

    @Override
    Signal poll() {
        long now = System.nanoTime();
        long count = station.arrived();
        if (count > arrived) {
            arrived = count;
            lastArrival = now;
        }
        return arrived > 0 && now - lastArrival > SILENCE_NANOS ? Signal.DONE : Signal.NONE;
    }

    @Override
    void finished(Sent sent) {
        // The peer counts the frames that arrive.
    }

    @Override
    boolean isPlannedByBoth() {
        return true;
    }

    @Override
    boolean isClientFirst() {
        return true;
    }

    @Override
    boolean startsWithArrival() {
        return true;
    }

    @Override
    long announced() {
        return Long.MAX_VALUE;
    }

    @Override
    Bandwidth result(BandwidthRun run) {
        boolean counts = run.peerSends && run.messages() < Long.MAX_VALUE;
        long lost = counts ? Math.max(0, run.messages() - run.received().messages()) : 0;
        return new Bandwidth(run.size, run.sent(), run.received(), lost);
    }

    @Override
    Latency result(Latency measured) {
        return measured;
    }

    @Override
    Latency answered(Latency own) {
        return own;
    }
}
