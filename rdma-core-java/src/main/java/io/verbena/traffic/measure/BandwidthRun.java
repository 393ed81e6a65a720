package io.verbena.traffic.measure;

import io.verbena.exchange.UnknownPeerException;
import io.verbena.hca.QueuePairType;
import io.verbena.traffic.measure.MeasurePlan.Operation;
import io.verbena.traffic.measure.MeasureReport.Bandwidth;
import io.verbena.traffic.measure.MeasureReport.Sent;
import io.verbena.verbs.CompletionBatch;
import io.verbena.verbs.WorkCompletion;
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
    private final boolean sends;
    private final boolean peerSends;
    private final int size;
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
    private long posted;
    private long completed;
    private long received;
    private Sent sent = Sent.NONE;
    private @Nullable Sent peer;

    /**
     * Creates a run.
     *
     * @param messages the number of messages of each queue pair; 0 if the run is limited by time
     * @param duration the duration in nanoseconds; 0 if the run is limited by the number of messages
     */
    BandwidthRun(Station station, Control control, boolean calling, int size, long messages, long duration) {
        this.station = station;
        this.control = control;
        this.size = size;
        this.messages = messages;
        this.duration = duration;
        sends = calling || station.plan.bothWays();
        peerSends = !calling || station.plan.bothWays();
        depth = station.plan.depth();
        batch = Math.max(1, Math.min(station.options.batch(), (depth + 1) / 2));
        int lanes = station.lanes.length;
        posting = new Posting[lanes];
        underWay = new int[lanes];
        left = new long[lanes];
        for (int lane = 0; lane < lanes; lane++) {
            posting[lane] = new Posting(station, station.lanes[lane], size, batch);
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
        control.send(new Note.Ready());
        control.expect(Note.Ready.class);
        start = System.nanoTime();
        now = start;
        peak.start(start);
        if (sends) {
            send();
        }
        if (peerSends && receives()) {
            receive();
        }
        Sent other = peer;
        if (other == null) {
            other = peerSends ? control.expect(Note.Done.class).sent() : Sent.NONE;
        }
        return new Bandwidth(size, sent, other, lost(other));
    }

    private boolean receives() {
        return station.plan.operation() == Operation.SEND;
    }

    private void send() {
        while (completed < posted || !isOver()) {
            post();
            int count = waiting.take();
            if (count == 0) {
                heed(waiting.pause());
            } else {
                take(count);
            }
        }
        sent = new Sent(completed, now - start, peak.bytesPerSecond(size, completed, now - start));
        control.send(new Note.Done(sent));
    }

    private boolean isOver() {
        return duration > 0 ? now - start >= duration : posted == messages * posting.length;
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
    }

    /**
     * Posts a batch, which is complete except for the last one; returns false if there is no room, or nothing more to
     * post.
     */
    private boolean post(int lane) {
        int next = (int) Math.min(batch, left[lane]);
        if (next == 0 || depth - underWay[lane] < next) {
            return false;
        }
        posting[lane].post(next);
        underWay[lane] += next;
        left[lane] -= next;
        posted += next;
        return true;
    }

    private void take(int count) {
        long before = completed;
        for (int i = 0; i < count; i++) {
            WorkCompletion completion = completions.get(i).check();
            long id = completion.id();
            int requests = Lane.requests(id);
            if (requests == Lane.RECEIVED) {
                received++;
                station.taken(id);
            } else {
                completed += requests;
                underWay[Lane.number(id)] -= requests;
            }
        }
        now = System.nanoTime();
        waiting.moved();
        if (completed > before) {
            peak.at(completed, now);
        }
    }

    /** Receives until the peer has sent all messages and they have arrived. */
    private void receive() {
        while (peer == null) {
            int count = waiting.take();
            if (count == 0) {
                heed(waiting.pause());
            } else {
                take(count);
            }
        }
        boolean reliable = station.plan.service() == QueuePairType.RC;
        long last = System.nanoTime();
        while (received < peer.messages()
                && System.nanoTime() - last < (reliable ? DRAIN_NANOS : DRAIN_UNRELIABLE_NANOS)) {
            int count = waiting.take();
            if (count > 0) {
                take(count);
                last = now;
            }
        }
    }

    private void heed(@Nullable Note note) {
        if (note instanceof Note.Done done && peerSends) {
            peer = done.sent();
        } else if (note != null) {
            throw new UnknownPeerException(control.channel + " ended the measurement too early");
        }
    }

    /** Returns the number of lost messages; both sides count the messages that arrive. */
    private long lost(Sent other) {
        control.send(new Note.Received(received));
        long arrived = control.expect(Note.Received.class).messages();
        return receives() ? Math.max(0, sent.messages() - arrived) + Math.max(0, other.messages() - received) : 0;
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

        /** Records the number of completed messages at a time. */
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
