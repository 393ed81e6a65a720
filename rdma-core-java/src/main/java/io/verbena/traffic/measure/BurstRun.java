package io.verbena.traffic.measure;

import io.verbena.traffic.measure.RawEthernet.Side;
import io.verbena.verbs.CompletionBatch;
import io.verbena.verbs.WorkCompletion;
import org.HdrHistogram.Histogram;

/**
 * Measures the latency of frames under load. The client sends bursts and measures the time from every frame that the server answers
 * to its answer. Allocates nothing per message.
 */
final class BurstRun {
    private static final int COMPLETIONS = 64;

    /** A latency is half of a round trip. */
    private static final int PONGS = 2;

    private final Station station;
    private final Side side;
    private final Histogram times;
    private final long messages;
    private final int depth;
    private final Posting posting;
    private final CompletionBatch completions;
    private final Waiting waiting;

    /** The times of the frames whose answers are expected, in a ring. */
    private final long[] posted;

    private long sent;
    private long completed;
    private long received;
    private boolean peerIsDone;

    BurstRun(Station station, Control control, Side side, Histogram times) {
        this.station = station;
        this.side = side;
        this.times = times;
        messages = station.plan.iterations();
        depth = station.plan.depth();
        posting = new Posting(station, station.lanes[0], station.plan.maxBytes(), 1, 1);
        completions = station.queue.batch(COMPLETIONS);
        waiting = new Waiting(station, control, completions);
        posted = new long[(int) Math.max(1, messages / side.replyEvery())];
    }

    /** Runs the client until all answers have arrived, or none has arrived for a second. */
    void call() {
        station.fill();
        long start = station.nanoTime();
        double interval = station.options.pace().interval(station.plan.maxBytes());
        while (!peerIsDone && (completed < messages || received < sent / side.replyEvery())) {
            long due = interval == 0
                    ? Long.MAX_VALUE
                    : (1 + (long) ((station.nanoTime() - start) / (interval * side.burst()))) * side.burst();
            while (sent < messages && sent < due && sent - completed < depth) {
                posting.post(1, true);
                sent++;
                if (sent % side.replyEvery() == 0) {
                    posted[(int) (sent / side.replyEvery()) - 1] = station.nanoTime();
                }
            }
            step();
        }
    }

    /** Runs the server until all frames have arrived, or none has arrived for a second. */
    void answer() {
        station.fill();
        while ((!peerIsDone && received < messages) || completed < received / side.replyEvery()) {
            step();
            while (sent < received / side.replyEvery() && sent - completed < depth) {
                posting.post(1, true);
                sent++;
            }
        }
    }

    private void step() {
        int count = waiting.take();
        if (count == 0) {
            peerIsDone |= waiting.pause();
            return;
        }
        long now = station.nanoTime();
        for (int i = 0; i < count; i++) {
            WorkCompletion completion = completions.get(i).check();
            long id = completion.id();
            if (Lane.requests(id) != Lane.RECEIVED) {
                completed++;
                continue;
            }
            if (side.calling() && received < posted.length) {
                times.recordValue(Math.min((now - posted[(int) received]) / PONGS, LatencyRun.Timings.MAX_NANOS));
            }
            received++;
            station.taken(id);
        }
        waiting.moved();
    }
}
