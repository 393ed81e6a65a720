package io.verbena.traffic.measure;

import io.verbena.exchange.UnknownPeerException;
import io.verbena.hca.QueuePairType;
import io.verbena.traffic.TrafficException;
import io.verbena.traffic.measure.MeasurePlan.Operation;
import io.verbena.traffic.measure.MeasureReport.Bandwidth;
import io.verbena.traffic.measure.MeasureReport.Sent;
import io.verbena.verbs.CompletionBatch;
import io.verbena.verbs.WorkCompletion;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Measures bandwidth once. Keeps the maximum number of requests in flight on each queue pair. Allocates nothing per
 * message.
 */
final class BandwidthRun {
    private static final int COMPLETIONS = 64;
    private static final long DRAIN_NANOS = 1_000_000_000;
    private static final long DRAIN_UNRELIABLE_NANOS = 20_000_000;

    private final Station station;
    private final Control control;
    private final boolean calling;
    private final boolean sends;
    final boolean peerSends;
    final int size;
    private final int depth;
    private final int batch;
    private final long messages;
    private final long duration;
    private final Posting[] posting;
    private final int[] underWay;
    private final long[] left;
    private final CompletionBatch completions;
    private final Waiting waiting;
    private final Peak peak;

    private long start;
    private long now;
    private final SampleWindow window;
    private final @Nullable Consumer<Bandwidth> listener;
    private final boolean samples;
    private final int secondPort;
    private final Tally out = new Tally();
    private final Tally in = new Tally();
    private long posted;
    private double pace;
    private boolean peerIsDone;
    private Sent sent = Sent.NONE;
    private Sent received = Sent.NONE;

    /**
     * Creates a run.
     *
     * @param messages the number of messages of each queue pair; 0 if the run is limited by time
     * @param duration the duration in nanoseconds; 0 if the run is limited by the number of messages
     * @param window the part of a run limited by time that is measured
     * @param listener receives a result each time that the duration is over; null if the run ends after it
     */
    BandwidthRun(
            Station station,
            Control control,
            boolean calling,
            int size,
            long messages,
            long duration,
            SampleWindow window,
            @Nullable Consumer<Bandwidth> listener) {
        this.station = station;
        this.control = control;
        this.calling = calling;
        this.size = size;
        this.messages = messages;
        this.duration = duration;
        this.window = window;
        this.listener = listener;
        // Both sides count all raw frames.
        samples = duration > 0 && control.isPlannedByBoth() && station.plan.service() != QueuePairType.RAW_PACKET;
        secondPort = station.options.resources().secondPort() > 0 ? station.lanes.length / 2 : Integer.MAX_VALUE;
        sends = calling || station.plan.bothWays();
        peerSends = !calling || station.plan.bothWays();
        depth = station.plan.depth();
        batch = Math.max(1, Math.min(station.options.batch(), (depth + 1) / 2));
        int moderation = Math.min(station.options.moderation(), depth - batch + 1);
        pace = station.options.pace().interval(size);
        int lanes = station.lanes.length;
        posting = new Posting[lanes];
        underWay = new int[lanes];
        left = new long[lanes];
        for (int lane = 0; lane < lanes; lane++) {
            posting[lane] = new Posting(station, station.lanes[lane], size, batch, moderation);
            left[lane] = duration > 0 ? Long.MAX_VALUE : messages;
        }
        completions = station.queue.batch(COMPLETIONS);
        waiting = new Waiting(station, control, completions);
        peak = new Peak(depth * lanes);
    }

    Bandwidth run() {
        if (peerSends && receives()) {
            station.fill();
        }
        control.ready();
        begin();
        if (sends && !calling && control.startsWithArrival()) {
            awaitFirst();
        }
        if (sends) {
            send();
        }
        if (peerSends && receives()) {
            receive();
        }
        return control.result(this);
    }

    /** Sends messages that are not measured, without an agreement with the peer. */
    void warmUp() {
        begin();
        send();
    }

    private void begin() {
        start = station.nanoTime();
        now = start;
        window.start(start);
        peak.start(start);
    }

    /** Waits for the first message of the client. */
    private void awaitFirst() {
        while (in.all == 0 && !peerIsDone) {
            step();
        }
    }

    private void step() {
        int count = waiting.take();
        if (count == 0) {
            heed(waiting.pause());
        } else {
            take(count);
        }
    }

    boolean receives() {
        return station.plan.operation() == Operation.SEND;
    }

    Sent sent() {
        return sent;
    }

    /** Returns what this side received, if it receives at all. */
    Sent received() {
        return received;
    }

    private void send() {
        long last = 0;
        while (out.all < posted || !isOver()) {
            post();
            int count = waiting.take();
            if (count > 0) {
                take(count);
                last = now;
            } else {
                heed(waiting.pause());
                // A peer whose time is over as well may not have posted a receive for each message.
                if (duration > 0 && receives() && isOver()) {
                    if (station.nanoTime() - Math.max(last, start + duration) > DRAIN_NANOS) {
                        break;
                    }
                }
            }
        }
        sent = total(out, now - start);
        control.finished(sent);
    }

    private boolean isOver() {
        if (listener != null) {
            return false;
        }
        return duration > 0 ? now - start >= duration : posted == messages * posting.length;
    }

    private long allowed() {
        if (pace == 0) {
            return Long.MAX_VALUE;
        }
        now = station.nanoTime();
        int burst = station.options.pace().burst();
        return ((long) ((now - start) / pace / burst) + 1) * burst;
    }

    /** Posts to the queue pairs in turn while any of them has room. */
    private void post() {
        boolean any = true;
        while (any && !isOver()) {
            any = false;
            for (int lane = 0; lane < posting.length; lane++) {
                any |= post(lane);
            }
        }
        // A run that is limited by time learns only now which request is the last one.
        if (duration > 0 && isOver()) {
            for (int lane = 0; lane < posting.length; lane++) {
                if (posting[lane].isUnsignalled() && underWay[lane] < depth) {
                    post(lane, 1, true);
                }
            }
        }
    }

    /**
     * Posts a batch, which is complete except for the last one; returns false if there is no room, or nothing more to
     * post.
     */
    private boolean post(int lane) {
        int next = (int) Math.min(batch, left[lane]);
        if (next == 0 || depth - underWay[lane] < next || posted + next > allowed()) {
            return false;
        }
        post(lane, next, next == left[lane]);
        return true;
    }

    private void post(int lane, int count, boolean last) {
        posting[lane].post(count, last);
        underWay[lane] += count;
        left[lane] -= count;
        posted += count;
    }

    private void take(int count) {
        now = station.nanoTime();
        if (in.all == 0 && !calling && (control.startsWithArrival() || (samples && !sends))) {
            begin();
        }
        boolean measured = !samples || window.contains(now) || listener != null;
        for (int i = 0; i < count; i++) {
            WorkCompletion completion = completions.get(i).check();
            long id = completion.id();
            int requests = Lane.requests(id);
            if (requests == Lane.RECEIVED) {
                in.add(1, measured, Lane.number(id) >= secondPort);
                station.taken(id);
            } else {
                out.add(requests, measured, Lane.number(id) >= secondPort);
                underWay[Lane.number(id)] -= requests;
            }
        }
        waiting.moved();
        peak.at(sends ? out.all : in.all, now);
        if (listener != null && now - start >= duration) {
            report(listener);
        }
    }

    /** Reports the messages since the last report. */
    private void report(Consumer<Bandwidth> results) {
        if (Thread.currentThread().isInterrupted()) {
            throw new TrafficException("the measurement was interrupted");
        }
        Sent moved = total(sends ? out : in, now - start);
        Sent own = sends ? moved : Sent.NONE;
        // The peer of a bidirectional measurement is assumed to be as fast.
        results.accept(new Bandwidth(size, own, peerSends ? moved : Sent.NONE, 0));
        out.restart();
        in.restart();
        start = now;
        window.start(start);
    }

    private Sent total(Tally tally, long nanos) {
        long time = samples && listener == null ? window.nanos() : nanos;
        long count = samples ? tally.measured : tally.all;
        return new Sent(count, time, peak.bytesPerSecond(size, count, time), tally.onSecondPort);
    }

    /** Receives until all messages of the peer have arrived, or until it has sent all of them and none is missing long. */
    private void receive() {
        long expected = control.isPlannedByBoth() ? messages() : Long.MAX_VALUE;
        boolean stops = duration > 0 && listener == null && !control.announcesEnd();
        while (!peerIsDone && in.all < expected && !(stops && in.all > 0 && station.nanoTime() - start > duration)) {
            step();
        }
        long nanos = now - start;
        long announced = Math.min(expected, control.announced());
        boolean exact = station.plan.isReliable() && announced < Long.MAX_VALUE;
        long last = station.nanoTime();
        while (in.all < announced && station.nanoTime() - last < (exact ? DRAIN_NANOS : DRAIN_UNRELIABLE_NANOS)) {
            int count = waiting.take();
            if (count > 0) {
                take(count);
                last = now;
                nanos = now - start;
            }
        }
        received = total(in, nanos);
    }

    private void heed(boolean done) {
        if (done && !peerSends) {
            throw new UnknownPeerException(control.peer + " ended the measurement too early");
        }
        peerIsDone |= done;
    }

    /** Returns the number of messages that the peer sends if the run is limited by a number. */
    private long messages() {
        return duration > 0 ? Long.MAX_VALUE : messages * posting.length;
    }

    /** Returns how many messages of the peer have not arrived, of a run that is limited by a number. */
    long missing() {
        return receives() && peerSends && duration == 0 ? Math.max(0, messages() - received.messages()) : 0;
    }

    /** Counts messages. */
    private static final class Tally {
        private long all;
        private long measured;
        private long onSecondPort;

        private void add(int messages, boolean isMeasured, boolean isOnSecondPort) {
            all += messages;
            if (isMeasured) {
                measured += messages;
                onSecondPort += isOnSecondPort ? messages : 0;
            }
        }

        private void restart() {
            measured = 0;
            onSecondPort = 0;
        }
    }

    /** Finds the fastest window of a measurement with a minimum number of messages. */
    static final class Peak {
        private final int stretch;
        private long since;
        private long at;
        private double most;

        Peak(int stretch) {
            this.stretch = stretch;
        }

        void start(long nanos) {
            at = nanos;
        }

        void at(long completed, long nanos) {
            if (completed - since >= stretch && nanos > at) {
                most = Math.max(most, (double) (completed - since) / (nanos - at));
                since = completed;
                at = nanos;
            }
        }

        /**
         * Returns the peak bandwidth in bytes per second; with fewer messages than a window, the bandwidth of all messages.
         */
        long bytesPerSecond(int size, long messages, long nanos) {
            double mean = (double) messages / Math.max(1, nanos);
            return (long) (Math.max(most, mean) * 1e9 * size);
        }
    }
}
