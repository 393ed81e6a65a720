package io.verbena.traffic.measure;

import io.verbena.hca.QueuePairType;
import io.verbena.traffic.measure.LatencyRun.Timings;
import io.verbena.traffic.measure.MeasurePlan.Quantity;
import io.verbena.traffic.measure.MeasureReport.Bandwidth;
import io.verbena.traffic.measure.MeasureReport.LatencyResult;
import io.verbena.traffic.measure.Measurement.MeasureHost;
import io.verbena.traffic.measure.RawFrame.Ports;
import io.verbena.verbs.CompletionBatch;
import io.verbena.verbs.Flow;
import io.verbena.verbs.QueuePair;
import io.verbena.verbs.QueuePairSetup;
import io.verbena.verbs.WorkCompletion;
import io.verbena.verbs.flow.FlowRule;
import io.verbena.verbs.flow.FlowType;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;

/**
 * Measures Ethernet frames, as the programs {@code raw_ethernet_bw}, {@code raw_ethernet_lat}, {@code raw_ethernet_burst_lat} and
 * {@code raw_ethernet_fs_rate} of perftest do. The two sides exchange nothing but the frames, so both need the same plan, and the
 * server must run first. A call is for one thread; it closes what it has opened.
 */
public final class RawEthernet {
    private static final int LAST_PORT = 65535;

    private RawEthernet() {}

    /**
     * One side of a measurement.
     *
     * @param frame the headers of the frames of this side
     * @param calling whether this side is the client
     * @param promiscuous whether to receive all frames that no other rule steers elsewhere
     * @param burst the number of frames of a burst, at least 1; of latencies under load only
     * @param replyEvery the number of frames that the server answers with one, at least 1; of latencies under load only
     */
    public record Side(RawFrame frame, boolean calling, boolean promiscuous, int burst, int replyEvery) {
        /** Checks the numbers. */
        public Side {
            if (burst < 1 || replyEvery < 1) {
                throw new IllegalArgumentException("a burst has at least one frame, and at least one is answered");
            }
        }
    }

    /**
     * Runs one side. The quantity of the plan is bandwidth, or the latency of a frame; the service is RAW_PACKET, and the size includes
     * the checksum of the frame.
     *
     * @param host provides the device
     * @param options the options of this side
     * @param plan the parameters, with one size and without warm-up
     * @param side the frames of this side
     * @return the result of this side
     * @throws io.verbena.traffic.TrafficException if no frame arrives before the timeout
     * @throws io.verbena.error.UnsupportedException if the device has no queue pairs of this type
     * @throws io.verbena.error.SysException if the device refuses an operation
     */
    public static MeasureReport measure(MeasureHost host, MeasureOptions options, MeasurePlan plan, Side side) {
        try (Station station = station(host, options, plan, side)) {
            RawControl control = new RawControl(station, options.timeout());
            return new MeasureLoop(station, control, side.calling()).run();
        }
    }

    /**
     * Measures the latency of frames under load: the client sends bursts, at the pace of the options, and the server answers each
     * {@linkplain Side#replyEvery() several} frames with one. The parameters are those of {@link #measure}.
     *
     * @param host provides the device
     * @param options the options of this side
     * @param plan the parameters, with one queue pair, limited by a number of messages
     * @param side the frames of this side
     * @return the latencies that the client measured, half of the time from a frame to its answer; none at the server
     */
    public static MeasureReport measureBursts(MeasureHost host, MeasureOptions options, MeasurePlan plan, Side side) {
        Histogram times = Timings.histogram();
        try (Station station = station(host, options, plan, side)) {
            BurstRun run = new BurstRun(station, new RawControl(station, options.timeout()), side, times);
            if (side.calling()) {
                run.call();
            } else {
                run.answer();
            }
            return report(station, times);
        }
    }

    /**
     * Measures how long the device takes to create a rule that steers frames, for as many rules as the plan has messages, or for its
     * duration. The rules differ by their ports, if the frames have any.
     *
     * @param host provides the device
     * @param options the options of this side
     * @param plan the parameters
     * @param side the frames of this side
     * @return the times to create a rule
     */
    public static MeasureReport measureSteering(MeasureHost host, MeasureOptions options, MeasurePlan plan, Side side) {
        Histogram times = Timings.histogram();
        List<Flow> flows = new ArrayList<>();
        try (Station station = new Station(host.device(), plan, options)) {
            QueuePair pair = station.lanes[0].pair;
            pair.establish(QueuePairSetup.port(options.port()));
            long end = station.nanoTime() + plan.duration().toNanos();
            for (int i = 0; plan.iterations() > 0 ? i < plan.iterations() : station.nanoTime() < end; i++) {
                FlowRule rule = shifted(side.frame(), i).rule(options.port());
                long before = station.nanoTime();
                flows.add(pair.steer(rule));
                times.recordValue(Math.min(station.nanoTime() - before, Timings.MAX_NANOS));
            }
            MeasureReport report = report(station, times);
            flows.forEach(Flow::close);
            return report;
        }
    }

    private static RawFrame shifted(RawFrame frame, int by) {
        Ports ports = frame.ports();
        if (ports == null) {
            return frame;
        }
        int range = LAST_PORT - ports.own() + 1;
        return frame.ports(
                new Ports(ports.own() + by % range, 1 + (ports.peer() - 1 + by / range) % LAST_PORT, ports.tcp()));
    }

    private static MeasureReport report(Station station, Histogram times) {
        LatencyResult result =
                new LatencyResult(station.plan.maxBytes(), Timings.latency(times), Timings.buckets(times), List.of());
        return new MeasureReport(station.plan, station.device(), List.of(), List.of(result));
    }

    private static Station station(MeasureHost host, MeasureOptions options, MeasurePlan plan, Side side) {
        int size = plan.maxBytes();
        if (plan.service() != QueuePairType.RAW_PACKET || plan.sizes().size() > 1 || plan.warmUp() > 0) {
            throw new IllegalArgumentException("Ethernet frames have queue pairs of type RAW_PACKET and one size");
        }
        if (size < Math.max(RawFrame.MIN_BYTES, side.frame().headerBytes() + RawFrame.CHECKSUM)) {
            throw new IllegalArgumentException("a frame of " + size + " bytes has no room for its headers");
        }
        Station station = new Station(host.device(), plan, options);
        try {
            boolean receives = !side.calling() || plan.bothWays() || plan.quantity() == Quantity.LATENCY;
            for (Lane lane : station.lanes) {
                lane.pair.establish(QueuePairSetup.port(options.port()));
                if (receives) {
                    lane.pair.steer(side.frame().rule(options.port()));
                }
                if (receives && side.promiscuous()) {
                    lane.pair.steer(FlowRule.ofType(FlowType.ALL_DEFAULT, options.port()));
                }
            }
            station.memory.bytes().put(0, side.frame().encode(size), 0, size - RawFrame.CHECKSUM);
            return station;
        } catch (RuntimeException e) {
            station.close();
            throw e;
        }
    }

    /** Considers the peer to have ended when no frame has arrived for a second after the first one. */
    private static final class RawControl extends Control {
        private static final long SILENCE_NANOS = 1_000_000_000;

        private final Station station;
        private long arrived;
        private long lastArrival;

        RawControl(Station station, Duration timeout) {
            super("the peer", timeout);
            this.station = station;
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
        boolean startsWithArrival() {
            return true;
        }

        @Override
        Bandwidth result(BandwidthRun run) {
            return new Bandwidth(run.size, run.sent(), run.received(), run.missing());
        }
    }

    /**
     * Measures the latency of frames under load. The client sends bursts and measures the time from every frame that the server answers
     * to its answer. Allocates nothing per message.
     */
    private static final class BurstRun {
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
}
