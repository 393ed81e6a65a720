package io.verbena.traffic.measure;

import io.verbena.exchange.UnknownPeerException;
import io.verbena.traffic.TrafficException;
import io.verbena.traffic.measure.MeasurePlan.Operation;
import io.verbena.traffic.measure.MeasureReport.Latency;
import io.verbena.traffic.measure.MeasureReport.LatencyResult;
import io.verbena.verbs.CompletionBatch;
import io.verbena.verbs.WorkCompletion;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;
import org.jspecify.annotations.Nullable;

/**
 * Measures latency once. Sends one message after the other, on each queue pair in turn. The peer returns each send and
 * write; a write is detected by its last byte, because it generates no completion at the peer. Allocates nothing per
 * message.
 */
final class LatencyRun {
    private static final int COMPLETIONS = 16;
    private static final int PONGS = 2;

    /** The last byte of writes cycles from 1 to this value, so it always differs from the previous one. */
    private static final int LAST_MARK = 127;

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

    private int turn;
    private int pending;
    private int received;
    private int mark;
    private @Nullable Note said;

    LatencyRun(Station station, Control control, int size, long messages, long duration, Histogram histogram) {
        this.station = station;
        this.control = control;
        this.size = size;
        this.messages = messages;
        this.duration = duration;
        this.histogram = histogram;
        operation = station.plan.operation();
        posting = new Posting[station.lanes.length];
        for (int lane = 0; lane < posting.length; lane++) {
            posting[lane] = new Posting(station, station.lanes[lane], size, 1);
        }
        completions = station.queue.batch(COMPLETIONS);
        waiting = new Waiting(station, control, completions);
    }

    private void ready() {
        if (operation == Operation.SEND) {
            station.fill();
        }
        station.memory.put(station.inbox + size - 1, (byte) 0);
        control.send(new Note.Ready());
        control.expect(Note.Ready.class);
    }

    /** Runs the client, which measures each message. */
    Latency call() {
        ready();
        int parts = isAnswered() ? PONGS : 1;
        long start = System.nanoTime();
        long before = start;
        for (long i = 0; duration > 0 ? before - start < duration : i < messages; i++) {
            ping();
            long after = System.nanoTime();
            histogram.recordValue(Math.min((after - before) / parts, Timings.MAX_NANOS));
            waiting.moved();
            before = after;
        }
        while (pending > 0) {
            step();
        }
        Latency latency = Timings.latency(histogram);
        control.send(new Note.Timed(latency));
        control.expect(Note.Received.class);
        return latency;
    }

    private boolean isAnswered() {
        return operation.carriesData();
    }

    private void ping() {
        post();
        if (operation == Operation.SEND) {
            awaitMessage();
        } else if (operation == Operation.WRITE) {
            awaitMark();
        } else {
            while (pending > 0) {
                step();
            }
        }
    }

    private void post() {
        while (pending == station.plan.depth()) {
            step();
        }
        if (operation == Operation.WRITE) {
            mark = mark % LAST_MARK + 1;
            station.memory.put(size - 1, (byte) mark);
        }
        posting[turn].post(1);
        turn = (turn + 1) % posting.length;
        pending++;
    }

    /** Runs the server, which responds until the client has finished. */
    Latency answer() {
        ready();
        if (isAnswered()) {
            while (said == null) {
                if (operation == Operation.SEND ? messageCame() : markCame()) {
                    answerOne();
                }
            }
        }
        while (pending > 0) {
            step();
        }
        Note last = said == null ? control.expect(Note.Timed.class) : said;
        if (!(last instanceof Note.Timed timed)) {
            throw new UnknownPeerException(control.channel + " sent an unexpected note during the measurement");
        }
        control.send(new Note.Received(0));
        return timed.latency();
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
        int next = mark % LAST_MARK + 1;
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

    private void awaitMessage() {
        while (received == 0) {
            requireSilence();
            step();
        }
        received--;
    }

    private void awaitMark() {
        while (true) {
            for (int polls = 0; polls < Waiting.POLLS; polls++) {
                if (last() == mark) {
                    return;
                }
                Thread.onSpinWait();
            }
            requireSilence();
            step();
        }
    }

    /**
     * Returns the last byte that the peer has written. It is read from memory each time, because the device writes it
     * without the knowledge of this program.
     */
    private byte last() {
        VarHandle.acquireFence();
        return station.memory.get(station.inbox + size - 1);
    }

    private void requireSilence() {
        if (said != null) {
            throw new TrafficException(control.channel + " ended the measurement before the client did");
        }
    }

    /** Polls for completions; after a while without any, checks the notes of the peer. */
    private void step() {
        int count = operation == Operation.WRITE ? station.queue.poll(completions) : waiting.take();
        if (count == 0) {
            Note note = waiting.pause();
            said = note == null ? said : note;
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
