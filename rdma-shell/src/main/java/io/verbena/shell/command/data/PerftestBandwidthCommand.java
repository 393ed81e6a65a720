package io.verbena.shell.command.data;

import io.verbena.device.EndPort;
import io.verbena.shell.cli.HelpText.Examples;
import io.verbena.shell.cli.HelpText.Exits;
import io.verbena.shell.cli.Numbers;
import io.verbena.shell.command.data.PerftestOptions.AtomicType;
import io.verbena.shell.command.data.PerftestOptions.InlineSize;
import io.verbena.shell.command.data.PerftestOptions.MulticastOptions;
import io.verbena.shell.command.data.PerftestOptions.Outstanding;
import io.verbena.shell.command.data.PerftestOptions.Sizes;
import io.verbena.shell.view.PerftestView;
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
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Base class of the programs of perftest that measure bandwidth. */
public abstract class PerftestBandwidthCommand extends PerftestCommand {
    private static final int BYTES = 65536;
    private static final int MODERATION = 100;
    private static final int MODERATED_BYTES = 8192;

    @Option(
            names = {"-b", "--bidirectional"},
            description = "Send in both directions, and show the sum.")
    boolean bidirectional;

    @Option(
            names = {"-q", "--qp"},
            paramLabel = "N",
            description = "Number of queue pairs on each side (default: 1).")
    int queuePairs = 1;

    @Option(
            names = {"-O", "--dualport"},
            description = "Use port 1 for half of the queue pairs and port 2 for as many others.")
    boolean dualPort;

    @Option(
            names = {"-t", "--tx-depth"},
            paramLabel = "N",
            description = "Number of requests in flight on a queue pair (default: 128).")
    int depth = 128;

    @Option(
            names = {"-l", "--post_list"},
            paramLabel = "N",
            description = "Number of requests per post, at most half of those in flight (default: 1).")
    int batch = 1;

    @Option(
            names = {"-Q", "--cq-mod"},
            paramLabel = "N",
            description = "Number of requests of which one is signaled (default: 100, or 1 for messages of more than"
                    + " 8192 bytes).")
    @Nullable Integer moderation;

    @Mixin
    BandwidthOptions bandwidth = new BandwidthOptions();

    @Option(names = "--report-both", description = "Also show the bandwidth of each direction.")
    boolean both;

    @Mixin
    PaceOptions pace = new PaceOptions();

    @Option(
            names = "--rate_limit_type",
            paramLabel = "TYPE",
            description =
                    "What limits the rate: SW, this command (default); HW, the device, on InfiniBand only; PP, its packet"
                            + " pacing.")
    String rateType = "SW";

    @Option(names = "--mr_per_qp", description = "Use a memory region of its own for each queue pair.")
    boolean regions;

    @Option(
            names = "--recv_post_list",
            paramLabel = "N",
            description = "Number of receives per post, of which --iters is a multiple (default: up to 32).")
    @Nullable Integer receiveBatch;

    @Option(names = "--report-per-port", description = "Also show the bandwidth of each port; requires -O and -D.")
    boolean ports;

    @Option(names = "--reversed", description = "The server sends to the client; not with -R and -z.")
    boolean reversed;

    @Option(
            names = "--run_infinitely",
            description = "Measure until interrupted, and show a result for each --duration (default: 5s).")
    boolean endless;

    @Option(
            names = "--typical_pkt_size",
            paramLabel = "BYTES",
            description = "Accepted for compatibility; only the packet pacing of Ethernet frames uses it.")
    int packetSize;

    @Option(
            names = "--wait_destroy",
            paramLabel = "SECONDS",
            description = "Wait before the resources are released (default: 0).")
    int delay;

    @Override
    final Program program() {
        int pairs = Numbers.within("--qp", queuePairs, 1, MeasurePlan.MAX_QUEUE_PAIRS);
        return new Program(Quantity.BANDWIDTH, depth, dualPort ? 2 * pairs : pairs, bidirectional);
    }

    @Override
    final int secondPort() {
        if (dualPort && connectsByCm) {
            throw new IllegalArgumentException("--dualport: the RDMA CM chooses the port; remove --rdma_cm");
        }
        return dualPort ? 2 : 0;
    }

    @Override
    final MeasureResources resources(int messages) {
        MeasureResources common = super.resources(messages);
        if (regions && common.file() != null) {
            throw new IllegalArgumentException("--mr_per_qp and --mmap are mutually exclusive");
        }
        if (packetSize != 0) {
            throw new IllegalArgumentException(
                    "--typical_pkt_size: only packet pacing uses it, see raw_ethernet_bw; remove it");
        }
        int posted = receiveBatch == null
                ? common.receiveBatch()
                : Numbers.within("--recv_post_list", receiveBatch, 1, MeasurePlan.MAX_DEPTH);
        if (receiveBatch != null && messages % posted != 0) {
            throw new IllegalArgumentException("--recv_post_list: " + messages
                    + " messages (--iters) are not a multiple of " + posted + "; change one of them");
        }
        return common.queuePairs(secondPort(), regions)
                .receiveBatch(posted)
                .delay(Duration.ofSeconds(Numbers.within("--wait_destroy", delay, 0, 86_400)));
    }

    @Override
    final MeasurePath path() {
        return rateType.equals("HW") && pace.rate > 0 ? super.path().rate(pace.staticRate()) : super.path();
    }

    @Override
    final MeasureCourse course(Duration time, EndPort port) {
        MeasureCourse common = super.course(time, port);
        if (ports && (!dualPort || duration == null)) {
            throw new IllegalArgumentException("--report-per-port requires --dualport and --duration");
        }
        if (reversed && isByCm()) {
            throw new IllegalArgumentException(
                    "--reversed: the RDMA CM connects a client that sends; remove -R and -z");
        }
        boolean sendsBoth = bidirectional && setup().operation() == Operation.SEND;
        if (endless && (events || pace.rate > 0 || sendsBoth)) {
            throw new IllegalArgumentException(
                    "--run_infinitely: remove --events, --rate_limit, and --bidirectional for"
                            + " sends, none of which it supports");
        }
        return common.agreement(reversed, common.exchangesVersions(), ports);
    }

    @Override
    final boolean isReversed() {
        return reversed;
    }

    @Override
    final boolean isEndless() {
        return endless;
    }

    @Override
    final Tuning tuning(int actualDepth) {
        Setup setup = setup();
        requireOfMessages(1, setup.inline(), batch);
        int usual = setup.sizes().get(0) > MODERATED_BYTES && setup.sizes().size() == 1 ? 1 : MODERATION;
        int signalled = Numbers.within("--cq-mod", moderation == null ? usual : moderation, 1, MeasurePlan.MAX_DEPTH);
        Numbers.within("--rx-depth", setup.receives(), 1, MeasurePlan.MAX_DEPTH);
        Numbers.within("--outs", setup.reads(), 0, 255);
        return new Tuning(batch, Math.max(batch, Math.min(signalled, actualDepth)), pace(actualDepth));
    }

    private Pace pace(int actualDepth) {
        return switch (rateType) {
            case "SW" -> pace.pace(actualDepth);
            case "HW" -> Pace.UNLIMITED;
            case "PP" ->
                throw new IllegalArgumentException(
                        "--rate_limit_type: packet pacing is only available for Ethernet frames, see raw_ethernet_bw");
            default ->
                throw new IllegalArgumentException(
                        "--rate_limit_type: '" + rateType + "' is invalid; expected SW, HW or PP");
        };
    }

    @Override
    final PerftestView view(MeasureReport report, MeasureOptions options) {
        return new PerftestView(report, options, bandwidth.style(both), LatencyStyle.SUMMARY, output(), isByCm());
    }

    @Override
    final boolean isTooLow(MeasureReport report) {
        return bandwidth.isTooLow(report);
    }

    @Examples({
        "ib_send_bw # Wait for a client.",
        "ib_send_bw -d mlx5_0 -a host2 # Measure sends of all sizes to host2, where ib_send_bw -a runs.",
        "ib_send_bw -c UD -b -D 10 host2 # Measure datagrams in both directions for ten seconds."
    })
    @Exits(found = "the bandwidth or the rate of messages is below its limit")
    @Command(
            name = "ib_send_bw",
            description = "Measures the bandwidth of sends; the peer may be the program of perftest.",
            footer = {"", "Both sides need the same options for the messages."})
    public static final class IbSendBwCommand extends PerftestBandwidthCommand {
        @Mixin
        Sizes sizes = new Sizes();

        @Mixin
        InlineSize inline = new InlineSize();

        @Option(
                names = {"-r", "--rx-depth"},
                paramLabel = "N",
                description = "Depth of the receive queue, at least the number of requests in flight (default: 512).")
        int receives = RECEIVES;

        @Mixin
        MulticastOptions multicast = new MulticastOptions();

        @Override
        @Nullable MulticastOptions multicast() {
            return multicast;
        }

        @Override
        Setup setup() {
            List<Integer> bytes = sizes.sizes(Operation.SEND, BYTES, this);
            return new Setup(Operation.SEND, bytes, 1000, inline.bytes, receives, 0);
        }
    }

    @Examples({
        "ib_write_bw -q 4 -Q 10 # Wait for a client that writes on four queue pairs.",
        "ib_write_bw -q 4 -Q 10 host2 # Measure writes to host2, with one completion for ten of them.",
        "ib_write_bw -D 5 --rate_limit 10 --out_json host2 # Write 10 gigabits per second for five seconds, and write a file in JSON."
    })
    @Exits(found = "the bandwidth or the rate of messages is below its limit")
    @Command(
            name = "ib_write_bw",
            description = "Measures the bandwidth of writes; the peer may be the program of perftest.",
            footer = {
                "",
                "Both sides need the same options for the messages. A server that only receives shows what the client reports "
                        + "for the last size."
            })
    public static final class IbWriteBwCommand extends PerftestBandwidthCommand {
        @Mixin
        Sizes sizes = new Sizes();

        @Mixin
        InlineSize inline = new InlineSize();

        @Override
        Setup setup() {
            List<Integer> bytes = sizes.sizes(Operation.WRITE, BYTES, this);
            return new Setup(Operation.WRITE, bytes, 5000, inline.bytes, RECEIVES, 0);
        }
    }

    @Examples({
        "ib_read_bw # Wait for a client.",
        "ib_read_bw -s 1048576 -o 4 host2 # Measure reads of 1 MiB from host2, four at a time."
    })
    @Exits(found = "the bandwidth or the rate of messages is below its limit")
    @Command(
            name = "ib_read_bw",
            description = "Measures the bandwidth of reads; the peer may be the program of perftest.",
            footer = {
                "",
                "Both sides need the same options for the messages. A server that only responds shows what the client reports "
                        + "for the last size."
            })
    public static final class IbReadBwCommand extends PerftestBandwidthCommand {
        @Mixin
        Sizes sizes = new Sizes();

        @Mixin
        Outstanding outstanding = new Outstanding();

        @Override
        Setup setup() {
            List<Integer> bytes = sizes.sizes(Operation.READ, BYTES, this);
            return new Setup(Operation.READ, bytes, 1000, 0, RECEIVES, outstanding.reads);
        }
    }

    @Examples({
        "ib_atomic_bw # Wait for a client.",
        "ib_atomic_bw -A CMP_AND_SWAP host2 # Measure how many compare-and-swap operations host2 performs."
    })
    @Exits(found = "the bandwidth or the rate of messages is below its limit")
    @Command(
            name = "ib_atomic_bw",
            description = "Measures the rate of atomic operations; the peer may be the program of perftest.",
            footer = {"", "Both sides need the same options for the messages."})
    public static final class IbAtomicBwCommand extends PerftestBandwidthCommand {
        @Mixin
        AtomicType type = new AtomicType();

        @Mixin
        Outstanding outstanding = new Outstanding();

        @Override
        Setup setup() {
            return new Setup(type.operation(), List.of(Long.BYTES), 1000, 0, RECEIVES, outstanding.reads);
        }
    }
}
