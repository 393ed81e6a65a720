package io.verbena.shell.command.data;

import io.verbena.device.EndPort;
import io.verbena.hca.QueuePairType;
import io.verbena.shell.cli.Numbers;
import io.verbena.shell.cli.Result;
import io.verbena.shell.cli.Session;
import io.verbena.shell.command.data.MeasureMeeting.OpenDevices;
import io.verbena.shell.view.PerftestView;
import io.verbena.traffic.measure.MeasureOptions;
import io.verbena.traffic.measure.MeasureOptions.Pace;
import io.verbena.traffic.measure.MeasurePlan;
import io.verbena.traffic.measure.MeasurePlan.Operation;
import io.verbena.traffic.measure.MeasurePlan.Quantity;
import io.verbena.traffic.measure.MeasureReport;
import io.verbena.traffic.measure.Perftest;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/**
 * Base class of the programs of perftest. Without a host, the command is the server. Both sides need the same options; either
 * may be the C program.
 */
abstract class PerftestCommand extends MeasuringCommand {
    @Option(
            names = {"-n", "--iters"},
            paramLabel = "N",
            description = "Number of messages of each size, at least 5.")
    @Nullable Integer iterations;

    @Option(
            names = {"-e", "--events"},
            description = "Block until a completion event (default: poll).")
    boolean events;

    @Option(names = "--out_json", description = "Also write the report to a file in JSON.")
    boolean writesJson;

    @Option(
            names = "--out_json_file",
            paramLabel = "FILE",
            description = "File for the report in JSON (default: perftest_out.json).")
    Path jsonFile = Path.of("perftest_out.json");

    @Option(
            names = {"-F", "--CPU-freq", "--use_old_post_send", "--disable_pcie_relaxed"},
            description = "Accepted for compatibility; has no effect.")
    boolean ignored;

    record Program(
            Quantity quantity,
            Operation operation,
            List<Integer> sizes,
            int iterations,
            int depth,
            int queuePairs,
            boolean bothWays) {}

    abstract Program program();

    /**
     * The options of one side that not every program has.
     *
     * @param reads the number of reads in flight; 0 for the default
     */
    record Tuning(int inline, int batch, int moderation, int receives, int reads, Pace pace) {}

    /** Returns the options of this side; {@code depth} is the number of requests in flight. */
    abstract Tuning tuning(int depth);

    abstract PerftestView view(MeasureReport report, MeasureOptions options);

    boolean isTooLow(MeasureReport report) {
        return false;
    }

    @Override
    protected final Result run(Session session) {
        MeasureMeeting meeting = new MeasureMeeting(validPort(), false);
        MeasurePlan plan = plan();
        EndPort place = device.place(session.rdma());
        String name = place == null
                ? MeasureDevice.first(session.rdma())
                : place.device().name();
        MeasureOptions options = options(place == null ? 1 : place.number(), tuning(plan.depth()));
        String server = host;
        try (OpenDevices devices = new OpenDevices(session.rdma(), name)) {
            Optional<MeasureReport> report = server == null
                    ? serve(
                            1,
                            () -> say(PerftestView.waiting()),
                            channel -> Perftest.serve(channel, devices, options, plan))
                    : Optional.of(meeting.call(
                            server,
                            options.timeout(),
                            (channel, address) -> Perftest.call(channel, devices, options, plan)));
            return report.map(measured -> result(measured, options)).orElseGet(() -> Result.of(List::of, Map::of));
        }
    }

    private Result result(MeasureReport report, MeasureOptions options) {
        PerftestView view = view(report, options);
        if (writesJson) {
            view.write(jsonFile);
        }
        return Result.of(view::lines, view::members).found(isTooLow(report));
    }

    private MeasurePlan plan() {
        Program program = program();
        QueuePairType over = service();
        Duration time = duration(iterations != null);
        int count =
                Numbers.within("--iters", iterations == null ? program.iterations() : iterations, 5, Integer.MAX_VALUE);
        int depth = time.isZero() ? Math.min(program.depth(), count) : program.depth();
        MeasureRanges.requireRequests(program.queuePairs(), depth);
        if (!time.isZero() && program.sizes().size() > 1) {
            throw new IllegalArgumentException("--all and --duration are mutually exclusive");
        }
        if (events && program.quantity() == Quantity.LATENCY && program.operation() == Operation.WRITE) {
            throw new IllegalArgumentException(
                    "--events: a write generates no completion at the peer, so the latency of"
                            + " writes can only be measured by polling; remove --events");
        }
        return new MeasurePlan(
                program.quantity(),
                program.operation(),
                over,
                false,
                program.bothWays(),
                program.sizes(),
                time.isZero() ? count : 0,
                time,
                0,
                depth,
                program.queuePairs());
    }

    private MeasureOptions options(int portNumber, Tuning tuning) {
        return new MeasureOptions(
                portNumber,
                gidIndex(),
                serviceLevel(),
                mtu(),
                tuning.inline(),
                1,
                tuning.batch(),
                tuning.moderation(),
                tuning.receives(),
                tuning.reads(),
                tuning.pace(),
                events,
                timeout());
    }

    static final class Sizes {
        private static final int DATAGRAM = 1024;

        @Option(
                names = {"-s", "--size"},
                paramLabel = "BYTES",
                description = "Message size in bytes (default: 65536 for bandwidth, of datagrams 1024; 2 for latency).")
        @Nullable Integer size;

        @Option(
                names = {"-a", "--all"},
                description = "Measure all powers of two from 2 to 8388608, of datagrams to the MTU.")
        boolean all;

        List<Integer> sizes(Operation operation, int otherwise, PerftestCommand command) {
            List<Integer> given = size == null ? null : List.of(size);
            if (!command.service.equalsIgnoreCase(QueuePairType.UD.text())) {
                return MeasureRanges.sizes(operation, given, all, otherwise);
            }
            int most = Integer.parseInt(command.mtu().text());
            return MeasureRanges.sizes(operation, given, all, Math.min(otherwise, DATAGRAM)).stream()
                    .filter(bytes -> !all || bytes <= most)
                    .toList();
        }
    }

    static final class InlineSize {
        @Option(
                names = {"-I", "--inline_size"},
                paramLabel = "BYTES",
                description = "Send messages of up to this size in bytes inline (default: 0).")
        int bytes;
    }

    static final class Outstanding {
        @Option(
                names = {"-o", "--outs"},
                paramLabel = "N",
                description = "Number of reads or atomics in flight on a queue pair (default: 16, or the maximum of the"
                        + " device).")
        int reads;
    }

    /** The option of the programs that measure atomic operations. */
    static final class AtomicType {
        @Option(
                names = {"-A", "--atomic_type"},
                paramLabel = "TYPE",
                description = "Operation: FETCH_AND_ADD or CMP_AND_SWAP (default: FETCH_AND_ADD).")
        String name = "FETCH_AND_ADD";

        Operation operation() {
            return switch (name) {
                case "FETCH_AND_ADD" -> Operation.FETCH_AND_ADD;
                case "CMP_AND_SWAP" -> Operation.COMPARE_AND_SWAP;
                default ->
                    throw new IllegalArgumentException(
                            "--atomic_type: '" + name + "' is invalid; expected one of FETCH_AND_ADD, CMP_AND_SWAP");
            };
        }
    }
}
