package io.verbena.shell.command.data;

import io.verbena.hca.QueuePairType;
import io.verbena.shell.cli.HelpText.Examples;
import io.verbena.shell.cli.Numbers;
import io.verbena.shell.cli.Result;
import io.verbena.shell.cli.Session;
import io.verbena.shell.command.data.MeasuringCommand.MeasureMeeting.OpenDevices;
import io.verbena.shell.command.data.PerftestOptions.InlineSize;
import io.verbena.shell.view.MeasureView;
import io.verbena.traffic.measure.MeasureCourse;
import io.verbena.traffic.measure.MeasureOptions;
import io.verbena.traffic.measure.MeasureOptions.Pace;
import io.verbena.traffic.measure.MeasurePath;
import io.verbena.traffic.measure.MeasurePlan;
import io.verbena.traffic.measure.MeasurePlan.Operation;
import io.verbena.traffic.measure.MeasurePlan.Quantity;
import io.verbena.traffic.measure.MeasureReport;
import io.verbena.traffic.measure.MeasureResources;
import io.verbena.traffic.measure.Measurement;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * Base class of the measurements. Without a host, the command is the server, which takes the parameters from the
 * client.
 */
public abstract class MeasureCommand extends MeasuringCommand {
    private static final int MIN_WARM_UP = 100;

    /** The number of invocations after which the JVM has compiled what sends a message. */
    private static final int MAX_WARM_UP = 10_000;

    private static final int MAX_WARM_UP_BYTES = 1 << 26;

    @Option(
            names = {"-6", "--ipv6"},
            description = "Use IPv6 for the TCP connection.")
    boolean ipv6;

    @Option(
            names = "--op",
            paramLabel = "OPERATION",
            description = "Operation: send, write, read, fetch-add or compare-swap (default: write).")
    String operation = Operation.WRITE.text();

    @Option(
            names = {"-q", "--qp"},
            paramLabel = "N",
            description = "Number of queue pairs on each side (default: 1).")
    int queuePairs = 1;

    @Option(
            names = {"-R", "--rdma_cm"},
            description = "Connect through the RDMA CM, which iWARP requires (default: exchange addresses over TCP).")
    boolean connectionManager;

    @Option(
            names = {"-s", "--size"},
            paramLabel = "BYTES",
            split = ",",
            description = "Message size in bytes, or several sizes separated by commas.")
    @Nullable List<Integer> sizes;

    @Option(
            names = {"-a", "--all"},
            description = "Measure all powers of two from 2 to 8388608.")
    boolean all;

    @Option(
            names = {"-n", "--iters"},
            paramLabel = "N",
            description = "Number of messages of each size.")
    @Nullable Integer iterations;

    @Option(
            names = "--warm-up",
            paramLabel = "N",
            description =
                    "Number of warm-up messages of each size, which are not measured (default: 64 MiB of the largest size,"
                            + " but 100 to 10000 messages).")
    @Nullable Integer warmUp;

    @Mixin
    InlineSize inline = new InlineSize();

    @Option(
            names = {"-F", "--CPU-freq"},
            description = "Accepted for compatibility with perftest; has no effect.")
    boolean ignored;

    @Option(
            names = "--loopback",
            description = "Run server and client in this process. With -R, HOST is an address of this host.")
    boolean loopback;

    /** The parameters in which the measurements differ. */
    record Variant(
            Quantity quantity,
            int size,
            int iterations,
            int depth,
            boolean bothWays,
            int segments,
            int batch,
            boolean events,
            boolean histogram) {}

    abstract Variant variant();

    @Override
    protected final Result run(Session session) {
        MeasureMeeting meeting = new MeasureMeeting(validPort(), ipv6, null);
        MeasurePlan plan = plan();
        MeasureDevice.Place place = device.place(session.rdma());
        MeasureOptions options = options(place.port());
        try (OpenDevices devices = new OpenDevices(session.rdma(), place.device())) {
            Optional<MeasureReport> report = loopback
                    ? Optional.of(meeting.both(session.rdma(), devices, place.device(), options, plan, host))
                    : host == null
                            ? serve(
                                    1,
                                    () -> say(MeasureView.waiting(variant().quantity(), tcpPort)),
                                    channel -> Measurement.serve(
                                            channel, devices, options, variant().quantity()))
                            : Optional.of(meeting.call(
                                    host,
                                    options.timeout(),
                                    (channel, address) -> Measurement.call(channel, devices, options, plan, address)));
            return report.map(this::result).orElseGet(() -> Result.of(List::of, Map::of));
        }
    }

    private Result result(MeasureReport report) {
        return Result.of(
                () -> MeasureView.lines(report, variant().histogram()),
                () -> MeasureView.members(report, variant().histogram()));
    }

    private MeasurePlan plan() {
        Operation what = named("--op", operation, Operation.values(), Operation::text);
        QueuePairType over = service();
        List<Integer> lengths = sizes(what, sizes, all, variant().size());
        Duration time = duration(iterations != null);
        int count = duration != null
                ? 0
                : Numbers.within(
                        "--iters", iterations == null ? variant().iterations() : iterations, 1, Integer.MAX_VALUE);
        int warmUpBySize = Math.max(MIN_WARM_UP, Math.min(MAX_WARM_UP, MAX_WARM_UP_BYTES / Collections.max(lengths)));
        int before = Numbers.within("--warm-up", warmUp == null ? warmUpBySize : warmUp, 0, Integer.MAX_VALUE);
        requireRequests(queuePairs, variant().depth());
        return new MeasurePlan(
                variant().quantity(),
                what,
                over,
                connectionManager,
                variant().bothWays(),
                lengths,
                count,
                time,
                before,
                variant().depth(),
                queuePairs);
    }

    private MeasureOptions options(int portNumber) {
        requireOfMessages(variant().segments(), inline.bytes, variant().batch());
        return new MeasureOptions(
                portNumber,
                gidIndex(),
                serviceLevel(),
                mtu(),
                inline.bytes,
                variant().segments(),
                variant().batch(),
                variant().batch(),
                MeasureOptions.DEFAULTS.receives(),
                0,
                Pace.UNLIMITED,
                variant().events(),
                MeasureResources.DEFAULTS,
                MeasurePath.DEFAULTS,
                MeasureCourse.DEFAULTS,
                timeout());
    }

    @Examples({
        "rdma_bw # Wait for a client.",
        "rdma_bw -d mlx5_0 -a host2 # Measure writes of all sizes to host2.",
        "rdma_bw --op send -b -D 10 host2 # Measure sends in both directions for ten seconds.",
        "rdma_bw -R --op read -s 4096,65536 192.0.2.1 # Measure reads of two sizes, connected through the RDMA CM."
    })
    @Command(
            name = "rdma_bw",
            description = "Measures bandwidth between two hosts that run this command.",
            footer = {
                "",
                "The client sends the parameters to the server; device, port, GID, MTU and waiting are chosen on each side. "
                        + "By default, 5000 messages of 65536 bytes are sent; datagrams have 1024 bytes and atomics 8. The peak is the "
                        + "bandwidth of the fastest window of as many messages as are in flight at a time. Both sides show the "
                        + "results."
            })
    public static final class RdmaBwCommand extends MeasureCommand {
        private static final int DATAGRAM = 1024;

        @Option(
                names = {"-b", "--bidirectional"},
                description = "Send in both directions, and show the sum.")
        boolean bidirectional;

        @Option(
                names = {"-t", "--tx-depth"},
                paramLabel = "N",
                description = "Number of requests in flight (default: 128).")
        int depth = 128;

        @Option(
                names = {"-l", "--post_list"},
                paramLabel = "N",
                description = "Number of requests per post, of which one is signaled; at most half of those in flight"
                        + " (default: 32).")
        int batch = MeasureOptions.DEFAULTS.batch();

        @Option(
                names = {"-e", "--num-sge"},
                paramLabel = "N",
                description = "Number of scatter/gather entries of each message (default: 1).")
        int segments = 1;

        @Option(names = "--events", description = "Block until a completion event (default: poll).")
        boolean events;

        @Override
        Variant variant() {
            int size = "UD".equalsIgnoreCase(service) ? DATAGRAM : 65536;
            return new Variant(Quantity.BANDWIDTH, size, 5000, depth, bidirectional, segments, batch, events, false);
        }
    }

    @Examples({
        "rdma_lat # Wait for a client.",
        "rdma_lat -d mlx5_0 -I 64 host2 # Measure inline writes of two bytes to host2 and back.",
        "rdma_lat --op send -s 64 -H host2 # Measure sends of 64 bytes, and show a histogram.",
        "rdma_lat --op fetch-add -n 10000 host2 # Measure atomics, from posting to completion."
    })
    @Command(
            name = "rdma_lat",
            description = "Measures latency between two hosts that run this command.",
            footer = {
                "",
                "The client sends the parameters to the server; device, port, GID, MTU and waiting are chosen on each side. "
                        + "By default, 1000 messages of 2 bytes are sent; atomics have 8 bytes. For sends and writes, the latency is "
                        + "half of the round trip; for reads and atomics, the time until the completion. t_typical is the median. "
                        + "Both sides show the results; only the client shows the histogram."
            })
    public static final class RdmaLatCommand extends MeasureCommand {
        /** The depth of the send queue; completions may arrive later than the response of the peer. */
        private static final int DEPTH = 16;

        @Option(
                names = {"-e", "--events"},
                description = "Block until a completion event; not for writes (default: poll).")
        boolean events;

        @Option(
                names = {"-H", "--histogram", "--report-histogram"},
                description = "Also show a histogram of the latencies.")
        boolean histogram;

        @Override
        Variant variant() {
            int batch = MeasureOptions.DEFAULTS.batch();
            return new Variant(Quantity.LATENCY, 2, 1000, DEPTH, false, 1, batch, events, histogram);
        }
    }
}
