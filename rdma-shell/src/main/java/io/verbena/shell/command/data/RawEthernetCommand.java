package io.verbena.shell.command.data;

import io.verbena.hca.QueuePairType;
import io.verbena.iba.Mtu;
import io.verbena.shell.cli.FabricCommand;
import io.verbena.shell.cli.HelpText.Examples;
import io.verbena.shell.cli.HelpText.Exits;
import io.verbena.shell.cli.Numbers;
import io.verbena.shell.cli.Result;
import io.verbena.shell.cli.Session;
import io.verbena.shell.command.data.MeasuringCommand.MeasureMeeting.OpenDevices;
import io.verbena.shell.command.data.PerftestOptions.Ignored;
import io.verbena.shell.command.data.PerftestOptions.ReceiveDepth;
import io.verbena.shell.view.PerftestView;
import io.verbena.shell.view.PerftestView.BandwidthStyle;
import io.verbena.shell.view.PerftestView.LatencyStyle;
import io.verbena.traffic.measure.MeasureCourse;
import io.verbena.traffic.measure.MeasureOptions;
import io.verbena.traffic.measure.MeasureOptions.Pace;
import io.verbena.traffic.measure.MeasurePath;
import io.verbena.traffic.measure.MeasurePlan;
import io.verbena.traffic.measure.MeasurePlan.Operation;
import io.verbena.traffic.measure.MeasurePlan.Quantity;
import io.verbena.traffic.measure.MeasureReport;
import io.verbena.traffic.measure.MeasureResources;
import io.verbena.traffic.measure.RawEthernet;
import io.verbena.traffic.measure.RawEthernet.Side;
import io.verbena.traffic.measure.RawFrame;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Base class of the programs of perftest that send Ethernet frames. Both sides need the same options for the frames. */
public abstract class RawEthernetCommand extends FabricCommand {
    private static final int MTU = 1518;
    private static final int MAX_MTU = 9600;

    @Mixin
    RawFrameOptions frames = new RawFrameOptions();

    @Option(
            names = {"-d", "--ib-dev"},
            paramLabel = "DEVICE",
            description = "Device (default: the first).")
    @Nullable String device;

    @Option(
            names = {"-i", "--ib-port"},
            paramLabel = "PORT",
            description = "Port of the device (default: 1).")
    int port = 1;

    @Option(
            names = {"-n", "--iters"},
            paramLabel = "N",
            description = "Number of frames, or of rules (default: 1000).")
    @Nullable Integer iterations;

    @Option(
            names = {"-D", "--duration"},
            paramLabel = "TIME",
            description = "Measure for this time instead: seconds, or a number with ms or s.")
    @Nullable String duration;

    @Option(
            names = "--timeout",
            paramLabel = "TIME",
            description = "Time to wait for a frame of the peer, for example 500ms or 10s (default: 30s).")
    String timeout = "30s";

    @Mixin
    Ignored ignored = new Ignored();

    final MeasurePlan plan(Quantity quantity, int size, int depth, int queuePairs, boolean bothWays) {
        Duration time = Duration.ZERO;
        if (duration != null) {
            if (iterations != null) {
                throw new IllegalArgumentException("--duration and --iters are mutually exclusive");
            }
            time = MeasuringCommand.time("--duration", duration);
        }
        int count = Numbers.within("--iters", iterations == null ? 1000 : iterations, 5, Integer.MAX_VALUE);
        return new MeasurePlan(
                quantity,
                Operation.SEND,
                QueuePairType.RAW_PACKET,
                false,
                bothWays,
                List.of(size),
                time.isZero() ? count : 0,
                time,
                0,
                Math.min(depth, count),
                queuePairs);
    }

    final MeasureOptions options(int inline, int batch, int moderation, int receives, Pace pace, boolean events) {
        return new MeasureOptions(
                Numbers.within("--ib-port", port, 1, 254),
                -1,
                0,
                Mtu.MTU_4096,
                Numbers.within("--inline_size", inline, 0, MeasureOptions.MAX_INLINE),
                1,
                batch,
                moderation,
                receives,
                0,
                pace,
                events,
                MeasureResources.DEFAULTS,
                MeasurePath.DEFAULTS,
                MeasureCourse.DEFAULTS,
                Numbers.duration("--timeout", timeout));
    }

    final MeasureReport measure(Session session, Function<OpenDevices, MeasureReport> measurement) {
        String name = device == null ? MeasuringCommand.MeasureDevice.first(session.rdma()) : device;
        try (OpenDevices devices = new OpenDevices(session.rdma(), name)) {
            return measurement.apply(devices);
        }
    }

    final Side side(boolean calling, int burst, int replyEvery) {
        return new Side(frames.frame(calling), calling, frames.promiscuous, burst, replyEvery);
    }

    static Result latencies(MeasureReport report, MeasureOptions options, boolean histogram) {
        PerftestView view =
                PerftestView.of(report, options, BandwidthStyle.DEFAULT, new LatencyStyle(histogram, false));
        return Result.of(view::lines, view::members);
    }

    /** The options of the programs whose frames a peer receives. */
    static final class Peer {
        @Option(
                names = {"-P", "--client"},
                description = "Be the client, which sends first.")
        boolean client;

        @Option(
                names = {"-Z", "--server"},
                description = "Be the server, which must run first.")
        boolean server;

        @Option(
                names = {"-s", "--size"},
                paramLabel = "BYTES",
                description = "Size of a frame with its checksum: at least 64, at most the MTU (default: the MTU for"
                        + " bandwidth, 64 for latency).")
        @Nullable Integer size;

        @Option(
                names = {"-m", "--mtu"},
                paramLabel = "BYTES",
                description = "Maximum size of a frame with its checksum, 64 to 9600 (default: 1518).")
        int mtu = MTU;

        @Option(
                names = {"-I", "--inline_size"},
                paramLabel = "BYTES",
                description = "Send frames of up to this size in bytes inline (default: 0).")
        int inline;

        @Option(
                names = {"-e", "--events"},
                description = "Block until a completion event (default: poll).")
        boolean events;

        boolean isCalling() {
            if (client == server) {
                throw new IllegalArgumentException("choose a side: --client or --server");
            }
            return client;
        }

        int size(int otherwise) {
            int most = Numbers.within("--mtu", mtu, RawFrame.MIN_BYTES, MAX_MTU);
            return Numbers.within("--size", size == null ? Math.min(otherwise, most) : size, RawFrame.MIN_BYTES, most);
        }
    }

    @Examples({
        "raw_ethernet_bw --server -B 00:02:c9:00:00:02 -E 00:02:c9:00:00:01 # Wait for the frames of a client.",
        "raw_ethernet_bw --client -B 00:02:c9:00:00:01 -E 00:02:c9:00:00:02 -s 512 # Measure how fast 1000 frames are sent."
    })
    @Exits(found = "the bandwidth or the rate of frames is below its limit")
    @Command(
            name = "raw_ethernet_bw",
            description = "Measures the bandwidth of Ethernet frames.",
            footer = {
                "",
                "Frames can be lost; a server stops counting when none has arrived for a second. The device needs queue pairs of "
                        + "type RAW_PACKET and steering of flows."
            })
    public static final class RawEthernetBwCommand extends RawEthernetCommand {

        @Mixin
        Peer peer = new Peer();

        @Mixin
        PaceOptions pace = new PaceOptions();

        @Option(
                names = {"-b", "--bidirectional"},
                description = "Send in both directions.")
        boolean bidirectional;

        @Option(
                names = {"-q", "--qp"},
                paramLabel = "N",
                description = "Number of queue pairs (default: 1).")
        int queuePairs = 1;

        @Option(
                names = {"-t", "--tx-depth"},
                paramLabel = "N",
                description = "Number of frames in flight on a queue pair (default: 128).")
        int depth = 128;

        @Mixin
        ReceiveDepth receives = new ReceiveDepth();

        @Option(
                names = {"-l", "--post_list"},
                paramLabel = "N",
                description = "Number of frames per post (default: 1).")
        int batch = 1;

        @Option(
                names = {"-Q", "--cq-mod"},
                paramLabel = "N",
                description = "Number of frames of which one is signaled (default: 100).")
        int moderation = 100;

        @Mixin
        BandwidthOptions bandwidth = new BandwidthOptions();

        @Override
        protected Result run(Session session) {
            MeasuringCommand.requireRequests(queuePairs, depth);
            MeasuringCommand.requireOfMessages(1, peer.inline, batch);
            Numbers.within("--cq-mod", moderation, 1, MeasurePlan.MAX_DEPTH);
            int posted = receives.value();
            MeasurePlan plan = plan(Quantity.BANDWIDTH, peer.size(Integer.MAX_VALUE), depth, queuePairs, bidirectional);
            MeasureOptions options =
                    options(peer.inline, batch, moderation, posted, pace.pace(plan.depth()), peer.events);
            MeasureReport report = measure(
                    session, devices -> RawEthernet.measure(devices, options, plan, side(peer.isCalling(), 1, 1)));
            PerftestView view = PerftestView.of(report, options, bandwidth.style(false), LatencyStyle.SUMMARY);
            return Result.of(view::lines, view::members).found(bandwidth.isTooLow(report));
        }
    }

    @Examples({
        "raw_ethernet_lat --server -B 00:02:c9:00:00:02 -E 00:02:c9:00:00:01 # Answer the frames of a client.",
        "raw_ethernet_lat --client -B 00:02:c9:00:00:01 -E 00:02:c9:00:00:02 # Measure 1000 frames of 64 bytes and their answers."
    })
    @Command(
            name = "raw_ethernet_lat",
            description = "Measures the latency of Ethernet frames.",
            footer = {"", "The latency is half of a round trip; t_typical is the median. Lost frames are not repeated."
            })
    public static final class RawEthernetLatCommand extends RawEthernetCommand {
        @Mixin
        Peer peer = new Peer();

        @Option(
                names = {"-H", "--report-histogram"},
                description = "Also show a histogram of the latencies.")
        boolean histogram;

        @Override
        protected Result run(Session session) {
            MeasurePlan plan = plan(Quantity.LATENCY, peer.size(RawFrame.MIN_BYTES), 16, 1, false);
            MeasureOptions options =
                    options(peer.inline, 1, 1, MeasureOptions.DEFAULTS.receives(), Pace.UNLIMITED, peer.events);
            MeasureReport report = measure(
                    session, devices -> RawEthernet.measure(devices, options, plan, side(peer.isCalling(), 1, 1)));
            return latencies(report, options, histogram);
        }
    }

    @Examples({
        "raw_ethernet_burst_lat --server -B 00:02:c9:00:00:02 -E 00:02:c9:00:00:01 # Answer every frame of a client.",
        "raw_ethernet_burst_lat --client -B 00:02:c9:00:00:01 -E 00:02:c9:00:00:02 --burst_size 20 --rate_limit 20000 "
                + "--rate_units p # Measure 1000 bursts of 20 frames per second."
    })
    @Command(
            name = "raw_ethernet_burst_lat",
            description = "Measures the latency of Ethernet frames that are sent in bursts.",
            footer = {
                "",
                "The latency is half of the time from a frame to its answer. Both sides need the same --reply_every. Only the "
                        + "client shows results."
            })
    public static final class RawEthernetBurstLatCommand extends RawEthernetCommand {
        @Mixin
        Peer peer = new Peer();

        @Mixin
        PaceOptions pace = new PaceOptions();

        @Option(
                names = {"-t", "--tx-depth"},
                paramLabel = "N",
                description = "Number of frames in flight (default: 128).")
        int depth = 128;

        @Mixin
        ReceiveDepth receives = new ReceiveDepth();

        @Option(
                names = "--reply_every",
                paramLabel = "N",
                description = "Number of frames that the server answers with one (default: 1).")
        int replyEvery = 1;

        @Option(
                names = {"-H", "--report-histogram"},
                description = "Also show a histogram of the latencies.")
        boolean histogram;

        @Override
        protected Result run(Session session) {
            if (duration != null) {
                throw new IllegalArgumentException("--duration: bursts are limited by a number of frames; use --iters");
            }
            MeasuringCommand.requireRequests(1, depth);
            int posted = receives.value();
            MeasurePlan plan = plan(Quantity.LATENCY, peer.size(RawFrame.MIN_BYTES), depth, 1, false);
            Pace limit = pace.pace(plan.depth());
            MeasureOptions options = options(peer.inline, 1, 1, posted, limit, peer.events);
            int every = Numbers.within("--reply_every", replyEvery, 1, plan.iterations());
            MeasureReport report = measure(
                    session,
                    devices -> RawEthernet.measureBursts(
                            devices, options, plan, side(peer.isCalling(), pace.burst(plan.depth()), every)));
            return latencies(report, options, histogram);
        }
    }

    @Examples({
        "raw_ethernet_fs_rate -B 00:02:c9:00:00:02 -j 10.0.0.1 -J 10.0.0.2 -k 5000 -K 5000 # Measure how fast 1000 rules are created.",
    })
    @Command(
            name = "raw_ethernet_fs_rate",
            description = "Measures the rate at which the device creates rules that steer frames.",
            footer = {"", "The rules differ by their ports, if -k and -K are given."})
    public static final class RawEthernetFsRateCommand extends RawEthernetCommand {
        @Override
        protected Result run(Session session) {
            MeasurePlan plan = plan(Quantity.LATENCY, RawFrame.MIN_BYTES, 1, 1, false);
            MeasureOptions options = options(0, 1, 1, 1, Pace.UNLIMITED, false);
            MeasureReport report =
                    measure(session, devices -> RawEthernet.measureSteering(devices, options, plan, side(false, 1, 1)));
            return Result.of(() -> PerftestView.steering(report), () -> PerftestView.steeringMembers(report));
        }
    }
}
