package io.verbena.shell.command.data;

import io.verbena.device.EndPort;
import io.verbena.hca.QueuePairType;
import io.verbena.shell.cli.Numbers;
import io.verbena.shell.cli.Result;
import io.verbena.shell.cli.Session;
import io.verbena.shell.command.data.MeasureMeeting.OpenDevices;
import io.verbena.shell.view.MeasureView;
import io.verbena.traffic.measure.MeasureOptions;
import io.verbena.traffic.measure.MeasureOptions.Pace;
import io.verbena.traffic.measure.MeasurePlan;
import io.verbena.traffic.measure.MeasurePlan.Operation;
import io.verbena.traffic.measure.MeasurePlan.Quantity;
import io.verbena.traffic.measure.MeasureReport;
import io.verbena.traffic.measure.Measurement;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/**
 * Base class of the measurements. Without a host, the command is the server, which takes the parameters from the
 * client.
 */
abstract class MeasureCommand extends MeasuringCommand {
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

    @Option(
            names = {"-I", "--inline_size"},
            paramLabel = "BYTES",
            description = "Send messages of up to this size in bytes inline (default: 0).")
    int inline;

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
        MeasureMeeting meeting = new MeasureMeeting(validPort(), ipv6);
        MeasurePlan plan = plan();
        EndPort place = device.place(session.rdma());
        String name = place == null
                ? MeasureDevice.first(session.rdma())
                : place.device().name();
        MeasureOptions options = options(place == null ? 1 : place.number());
        try (OpenDevices devices = new OpenDevices(session.rdma(), name)) {
            Optional<MeasureReport> report = loopback
                    ? Optional.of(meeting.both(session.rdma(), devices, name, options, plan, host))
                    : host == null
                            ? serve(
                                    1,
                                    () -> say(List.of(
                                            MeasureView.waiting(variant().quantity(), tcpPort))),
                                    channel -> Measurement.serve(
                                            channel, devices, options, variant().quantity()))
                            : Optional.of(meeting.call(devices, options, plan, host));
            return report.map(this::result).orElseGet(() -> Result.of(List::of, Map::of));
        }
    }

    private Result result(MeasureReport report) {
        return Result.of(
                () -> MeasureView.lines(report, variant().histogram()),
                () -> MeasureView.members(report, variant().histogram()));
    }

    private MeasurePlan plan() {
        Operation what = MeasureRanges.named("--op", operation, Operation.values(), Operation::text);
        QueuePairType over = service();
        List<Integer> lengths = MeasureRanges.sizes(what, sizes, all, variant().size());
        Duration time = duration(iterations != null);
        int count = duration != null
                ? 0
                : Numbers.within(
                        "--iters", iterations == null ? variant().iterations() : iterations, 1, Integer.MAX_VALUE);
        int warmUpBySize = Math.max(MIN_WARM_UP, Math.min(MAX_WARM_UP, MAX_WARM_UP_BYTES / Collections.max(lengths)));
        int before = Numbers.within("--warm-up", warmUp == null ? warmUpBySize : warmUp, 0, Integer.MAX_VALUE);
        MeasureRanges.requireRequests(queuePairs, variant().depth());
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
        MeasureRanges.requireOfMessages(variant().segments(), inline, variant().batch());
        return new MeasureOptions(
                portNumber,
                gidIndex(),
                serviceLevel(),
                mtu(),
                inline,
                variant().segments(),
                variant().batch(),
                variant().batch(),
                MeasureOptions.DEFAULTS.receives(),
                0,
                Pace.UNLIMITED,
                variant().events(),
                timeout());
    }
}
