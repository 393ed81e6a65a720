package io.verbena.traffic.measure;

import io.verbena.traffic.TrafficException;
import io.verbena.traffic.measure.MeasurePlan.Operation;
import io.verbena.traffic.measure.MeasureReport.Latency;
import io.verbena.traffic.measure.MeasureReport.LatencyResult;
import io.verbena.verbs.CompletionBatch;
import io.verbena.verbs.WorkCompletion;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;

/**
 * Measures latency once. Sends one message after the other, on each queue pair in turn. The peer returns each send and
 * write; a write is detected by its last byte, because it generates no completion at the peer. Allocates nothing per
 * message.
 */
final class LatencyRun {
    private static final int COMPLETIONS = 16;
    private static final int PONGS = 2;

    private final Station station;
    private final Control control;
    private final int size;
    private final long messages;
    private final long duration;
    private final Operation operation;
    private final Posting[] posting;
    private final CompletionBatch completions;
    private final Waiting waiting;
    private final Histogram histogram;
    private final MessageMemory memory;
    private final SampleWindow window;
    private final long gap;

    /** The latencies that the report contains. */
    private final long[] singles;

    private int kept;
    private int turn;
    private int pending;
    private int received;

    /** The last byte of the writes of a round, which counts from 1 and overflows, as in perftest. */
    private byte mark;

    private boolean peerIsDone;

    LatencyRun(
            Station station,
            Control control,
            int size,
            long messages,
            long duration,
            Histogram histogram,
            SampleWindow window) {
        this.station = station;
        this.control = control;
        this.size = size;
        this.messages = messages;
        this.duration = duration;
        this.histogram = histogram;
        this.window = window;
        memory = station.memory;
        gap = station.options.course().gap().toNanos();
        singles = new long[station.options.course().keepsSingles() && duration == 0 ? (int) messages : 0];
        operation = station.plan.operation();
        posting = new Posting[station.lanes.length];
        for (int lane = 0; lane < posting.length; lane++) {
            posting[lane] = new Posting(station, station.lanes[lane], size, 1, 1);
        }
        completions = station.queue.batch(COMPLETIONS);
        waiting = new Waiting(station, control, completions);
    }

    private void ready() {
        if (operation == Operation.SEND) {
            station.fill();
        }
        control.ready();
    }

    /** Clears the mark of the last message, so that the next run cannot mistake it for one of its own. */
    private void clear() {
        memory.bytes().put(memory.inbox() + size - 1, (byte) 0);
        memory.bytes().put(size - 1, (byte) 0);
    }

    Latency call() {
        ready();
        int parts = isAnswered() ? PONGS : 1;
        long start = station.nanoTime();
        window.start(start);
        long before = start;
        for (long i = 0; duration > 0 ? before - start < duration : i < messages; i++) {
            if (!ping()) {
                break;
            }
            long after = station.nanoTime();
            record((after - before) / parts, after);
            waiting.moved();
            before = after;
        }
        while (pending > 0) {
            step();
        }
        clear();
        return control.result(Timings.latency(histogram));
    }

    private void record(long nanos, long now) {
        if (duration == 0 || window.contains(now)) {
            histogram.recordValue(Math.min(nanos, Timings.MAX_NANOS));
        }
        if (kept < singles.length) {
            singles[kept++] = nanos;
        }
    }

    /** Returns each latency, if the options request it. */
    List<Long> singles() {
        return LongStream.of(singles).limit(kept).boxed().toList();
    }

    private boolean isAnswered() {
        return operation.carriesData();
    }

    /** Sends a message and waits for its end; returns false if the peer, whose time is over, does not answer it. */
    private boolean ping() {
        post();
        if (operation == Operation.SEND) {
            return awaitMessage();
        } else if (operation == Operation.WRITE) {
            return awaitMark();
        }
        while (pending > 0) {
            step();
        }
        return true;
    }

    private void post() {
        while (pending == station.plan.depth()) {
            step();
        }
        if (operation == Operation.WRITE) {
            memory.bytes().put(size - 1, ++mark);
        }
        if (gap > 0) {
            awaitGap();
        }
        posting[turn].post(1, true);
        turn = (turn + 1) % posting.length;
        pending++;
    }

    private void awaitGap() {
        long before = station.nanoTime();
        while (station.nanoTime() - before < gap) {
            Thread.onSpinWait();
        }
    }

    /** Runs the server, which responds until the client has finished. */
    Latency answer() {
        ready();
        long expected = control.isPlannedByBoth() && duration == 0 ? messages : Long.MAX_VALUE;
        long before = station.nanoTime();
        for (long answered = 0; isAnswered() && !peerIsDone && answered < expected; ) {
            if (operation == Operation.SEND ? messageCame() : markCame()) {
                answerOne();
                long after = station.nanoTime();
                if (answered == 0) {
                    window.start(after);
                }
                record((after - before) / PONGS, after);
                before = after;
                answered++;
            }
        }
        while (pending > 0) {
            step();
        }
        clear();
        return control.answered(Timings.latency(histogram));
    }

    private void answerOne() {
        if (operation == Operation.SEND) {
            received--;
        }
        post();
    }

    private boolean messageCame() {
        if (received == 0) {
            step();
        }
        return received > 0;
    }

    private boolean markCame() {
        byte next = (byte) (mark + 1);
        for (int polls = 0; polls < Waiting.POLLS; polls++) {
            if (last() == next) {
                waiting.moved();
                return true;
            }
            Thread.onSpinWait();
        }
        step();
        return false;
    }

    private boolean awaitMessage() {
        while (received == 0) {
            if (peerIsDone) {
                return isOver();
            }
            step();
        }
        received--;
        return true;
    }

    private boolean awaitMark() {
        while (true) {
            for (int polls = 0; polls < Waiting.POLLS; polls++) {
                if (last() == mark) {
                    return true;
                }
                Thread.onSpinWait();
            }
            if (peerIsDone) {
                return isOver();
            }
            step();
        }
    }

    /**
     * Returns the last byte that the peer has written. It is read from memory each time, because the device writes it
     * without the knowledge of this program.
     */
    private byte last() {
        VarHandle.acquireFence();
        return memory.bytes().get(memory.inbox() + size - 1);
    }

    /** Ends a run that is limited by time because the peer has ended it. */
    private boolean isOver() {
        if (duration == 0 || !control.isPlannedByBoth()) {
            throw new TrafficException(control.peer + " ended the measurement before the client did");
        }
        return false;
    }

    /** Polls for completions; after a while without any, checks the notes of the peer. */
    private void step() {
        int count = operation == Operation.WRITE ? station.queue.poll(completions) : waiting.take();
        if (count == 0) {
            peerIsDone |= waiting.pause();
            return;
        }
        for (int i = 0; i < count; i++) {
            WorkCompletion completion = completions.get(i).check();
            long id = completion.id();
            if (Lane.requests(id) == Lane.RECEIVED) {
                received++;
                station.taken(id);
            } else {
                pending--;
            }
        }
        waiting.moved();
    }

    /** A histogram of latencies in nanoseconds, with three significant digits, up to one hour. */
    static final class Timings {
        static final long MAX_NANOS = 3_600_000_000_000L;

        private static final int DIGITS = 3;
        private static final long FIRST_BUCKET = 125;
        private static final double BUCKET_RATIO = 1.25;

        private Timings() {}

        static Histogram histogram() {
            return new Histogram(MAX_NANOS, DIGITS);
        }

        static Latency latency(Histogram times) {
            if (times.getTotalCount() == 0) {
                return new Latency(0, 0, 0, 0, 0, 0, 0, 0, 0);
            }
            return new Latency(
                    times.getTotalCount(),
                    times.getMinValue(),
                    times.getMaxValue(),
                    times.getValueAtPercentile(50),
                    Math.round(times.getMean()),
                    Math.round(times.getStdDeviation()),
                    times.getValueAtPercentile(90),
                    times.getValueAtPercentile(99),
                    times.getValueAtPercentile(99.9));
        }

        /** Returns the buckets, each of which is a quarter wider than the one before; empty buckets are omitted. */
        static List<LatencyResult.Bucket> buckets(Histogram times) {
            List<LatencyResult.Bucket> buckets = new ArrayList<>();
            for (HistogramIterationValue value : times.logarithmicBucketValues(FIRST_BUCKET, BUCKET_RATIO)) {
                long messages = value.getCountAddedInThisIterationStep();
                if (messages > 0) {
                    buckets.add(new LatencyResult.Bucket(value.getValueIteratedTo(), messages));
                }
            }
            return buckets;
        }
    }
}
