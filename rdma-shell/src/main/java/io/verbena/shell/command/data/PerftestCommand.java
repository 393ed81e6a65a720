package io.verbena.shell.command.data;

import io.verbena.device.EndPort;
import io.verbena.hca.QueuePairType;
import io.verbena.shell.cli.HelpText.Examples;
import io.verbena.shell.cli.Numbers;
import io.verbena.shell.cli.Result;
import io.verbena.shell.cli.Session;
import io.verbena.shell.command.data.MeasuringCommand.MeasureMeeting.OpenDevices;
import io.verbena.shell.command.data.PerftestOptions.AtomicType;
import io.verbena.shell.command.data.PerftestOptions.Ignored;
import io.verbena.shell.command.data.PerftestOptions.InlineSize;
import io.verbena.shell.command.data.PerftestOptions.MemoryOptions;
import io.verbena.shell.command.data.PerftestOptions.MulticastOptions;
import io.verbena.shell.command.data.PerftestOptions.Outstanding;
import io.verbena.shell.command.data.PerftestOptions.PathOptions;
import io.verbena.shell.command.data.PerftestOptions.ReceiveDepth;
import io.verbena.shell.command.data.PerftestOptions.ReportOptions;
import io.verbena.shell.command.data.PerftestOptions.Sizes;
import io.verbena.shell.view.PerftestView;
import io.verbena.shell.view.PerftestView.BandwidthStyle;
import io.verbena.shell.view.PerftestView.LatencyStyle;
import io.verbena.shell.view.PerftestView.Output;
import io.verbena.traffic.TrafficException;
import io.verbena.traffic.measure.MeasureCourse;
import io.verbena.traffic.measure.MeasureOptions;
import io.verbena.traffic.measure.MeasureOptions.Pace;
import io.verbena.traffic.measure.MeasurePath;
import io.verbena.traffic.measure.MeasurePlan;
import io.verbena.traffic.measure.MeasurePlan.Operation;
import io.verbena.traffic.measure.MeasurePlan.Quantity;
import io.verbena.traffic.measure.MeasureReport;
import io.verbena.traffic.measure.MeasureResources;
import io.verbena.traffic.measure.Perftest;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * Base class of the programs of perftest. Without a host, the command is the server. Both sides need the same options; either
 * may be the C program.
 */
public abstract class PerftestCommand extends MeasuringCommand {
    private static final String EXTENDED = "XRC";
    private static final Duration ENDLESS_PERIOD = Duration.ofSeconds(5);

    static final int RECEIVES = MeasureOptions.DEFAULTS.receives();

    @Option(
            names = {"-n", "--iters"},
            paramLabel = "N",
            description = "Number of messages of each size, at least 5.")
    @Nullable Integer iterations;

    @Option(
            names = {"-e", "--events"},
            description = "Block until a completion event (default: poll).")
    boolean events;

    @Option(
            names = {"-X", "--vector"},
            paramLabel = "N",
            description = "Completion vector of the events (default: 0).")
    int vector;

    @Option(
            names = {"-R", "--rdma_cm"},
            description = "Connect the queue pairs through the RDMA CM, RC and UD only; implies -z.")
    boolean connectsByCm;

    @Option(
            names = {"-z", "--comm_rdma_cm", "--com_rdma_cm"},
            description = "Exchange parameters over a connection of the RDMA CM (default: TCP).")
    boolean exchangesByCm;

    @Option(names = "--use-srq", description = "Receive sends from a shared receive queue; for sends only.")
    boolean sharedReceives;

    @Mixin
    MemoryOptions memory = new MemoryOptions();

    @Mixin
    PathOptions path = new PathOptions();

    @Mixin
    ReportOptions report = new ReportOptions();

    @Option(names = "--out_json", description = "Also write the report to a file in JSON.")
    boolean writesJson;

    @Option(
            names = "--out_json_file",
            paramLabel = "FILE",
            description = "File for the report in JSON (default: perftest_out.json).")
    Path jsonFile = Path.of("perftest_out.json");

    @Mixin
    Ignored ignored = new Ignored();

    @Option(
            names = "--inline_recv",
            paramLabel = "BYTES",
            description = "Accepted for compatibility; has no effect, as in perftest 4.5.")
    int ignoredBytes;

    /** The last result of a measurement that never ends. */
    private @Nullable MeasureReport last;

    record Program(Quantity quantity, int depth, int queuePairs, boolean bothWays) {}

    /**
     * The parameters in which the programs for one quantity differ.
     *
     * @param iterations the default number of messages
     * @param inline the maximum size of inline messages
     * @param receives the depth of the receive queue
     * @param reads the number of reads in flight; 0 for the default
     */
    record Setup(Operation operation, List<Integer> sizes, int iterations, int inline, int receives, int reads) {}

    abstract Program program();

    abstract Setup setup();

    /**
     * How one side posts.
     *
     * @param batch the number of requests per post
     * @param moderation the number of requests of which one is signalled
     * @param pace the limit of the rate
     */
    record Tuning(int batch, int moderation, Pace pace) {}

    /** Returns the options of this side; {@code depth} is the number of requests in flight. */
    abstract Tuning tuning(int depth);

    abstract PerftestView view(MeasureReport report, MeasureOptions options);

    boolean isTooLow(MeasureReport report) {
        return false;
    }

    @Override
    protected final Result run(Session session) {
        int port = validPort();
        MeasurePlan plan = plan();
        MeasureDevice.Place place = device.place(session.rdma());
        if (secondPort() > 0) {
            requirePort(session, place.device() + "/" + secondPort());
        }
        EndPort endPort = session.rdma().endPort(place.device() + "/" + place.port());
        Tuning tuning = tuning(plan.depth());
        MeasureCourse course = course(plan.duration(), endPort);
        MeasureOptions ending = options(endPort, tuning, plan, course);
        MeasureOptions options = isEndless()
                ? options(endPort, tuning, plan, course.listener(each -> show(view(each, ending), each)))
                : ending;
        try (OpenDevices devices = new OpenDevices(session.rdma(), place.device())) {
            Optional<MeasureReport> measured = isByCm()
                    ? Optional.of(measureByCm(port, devices, options, plan))
                    : measure(port, devices, options, plan);
            return measured.map(each -> result(each, options)).orElseGet(() -> Result.of(List::of, Map::of));
        } catch (TrafficException e) {
            MeasureReport shown = last;
            if (shown == null || !Thread.interrupted()) {
                throw e;
            }
            return Result.of(List::of, view(shown, options)::members);
        }
    }

    /** Shows a result of a measurement that never ends. */
    private void show(PerftestView view, MeasureReport each) {
        if (last == null) {
            view.heading().forEach(this::say);
        }
        view.results().forEach(this::say);
        last = each;
    }

    private static void requirePort(Session session, String name) {
        if (!session.rdma().endPort(name).isActive()) {
            throw new IllegalArgumentException("--dualport: " + name + " is not active");
        }
    }

    final boolean isByCm() {
        return connectsByCm || exchangesByCm;
    }

    private Optional<MeasureReport> measure(int port, OpenDevices devices, MeasureOptions options, MeasurePlan plan) {
        if (host == null) {
            return serve(
                    new InetSocketAddress(path.source(), port),
                    1,
                    this::sayWaiting,
                    channel -> Perftest.serve(channel, devices, options, plan));
        }
        return Optional.of(new MeasureMeeting(port, false, path.source())
                .call(host, options.timeout(), (channel, address) -> Perftest.call(channel, devices, options, plan)));
    }

    private MeasureReport measureByCm(int port, OpenDevices devices, MeasureOptions options, MeasurePlan plan) {
        if (host == null) {
            sayWaiting();
            return Perftest.serve(port, devices, options, plan);
        }
        InetAddress server = new MeasureMeeting(port, false, null).resolved(host);
        return Perftest.call(new InetSocketAddress(server, port), devices, options, plan);
    }

    private void sayWaiting() {
        if (report.output == null) {
            PerftestView.waiting().forEach(this::say);
        }
    }

    private Result result(MeasureReport measured, MeasureOptions options) {
        PerftestView view = view(measured, options);
        if (writesJson) {
            view.write(jsonFile);
        }
        return Result.of(view::lines, view::members).found(isTooLow(measured));
    }

    final Output output() {
        return program().quantity() == Quantity.BANDWIDTH
                ? report.output(Output.BANDWIDTH, Output.MESSAGE_RATE)
                : report.output(Output.LATENCY);
    }

    private MeasurePlan plan() {
        Program program = program();
        Setup setup = setup();
        QueuePairType over = service();
        Duration time = isEndless() && duration == null ? ENDLESS_PERIOD : duration(iterations != null);
        int count =
                Numbers.within("--iters", iterations == null ? setup.iterations() : iterations, 5, Integer.MAX_VALUE);
        int depth = time.isZero() ? Math.min(program.depth(), count) : program.depth();
        requireRequests(program.queuePairs(), depth);
        if (!time.isZero() && setup.sizes().size() > 1) {
            throw new IllegalArgumentException("--all and --duration are mutually exclusive");
        }
        if (events && program.quantity() == Quantity.LATENCY && setup.operation() == Operation.WRITE) {
            throw new IllegalArgumentException(
                    "--events: a write generates no completion at the peer, so the latency of"
                            + " writes can only be measured by polling; remove --events");
        }
        return new MeasurePlan(
                program.quantity(),
                setup.operation(),
                over,
                connectsByCm,
                program.bothWays(),
                setup.sizes(),
                time.isZero() ? count : 0,
                time,
                0,
                depth,
                program.queuePairs());
    }

    private boolean sharedReceives() {
        if (sharedReceives && setup().operation() != Operation.SEND) {
            throw new IllegalArgumentException("--use-srq: only sends are received; remove --use-srq");
        }
        return sharedReceives;
    }

    /** Returns the port of the second half of the queue pairs; 0 if all use the same port. */
    int secondPort() {
        return 0;
    }

    /** Returns whether the server sends to the client. */
    boolean isReversed() {
        return false;
    }

    /** Returns whether the measurement ends when it is interrupted. */
    boolean isEndless() {
        return false;
    }

    /** Returns the options of multicast groups; null if the program has none. */
    @Nullable MulticastOptions multicast() {
        return null;
    }

    final boolean isToGroup() {
        MulticastOptions options = multicast();
        return options != null && options.group;
    }

    /** Returns the resources for a number of messages; 0 if the measurement is limited by time. */
    MeasureResources resources(int count) {
        if (vector != 0 && !events) {
            throw new IllegalArgumentException("--vector: events choose a completion vector; add --events");
        }
        boolean pageable = !setup().operation().isAtomic() && service() != QueuePairType.UC;
        return memory.resources(pageable)
                .receives(sharedReceives(), Numbers.within("--vector", vector, 0, 2048))
                .queuePairs(secondPort(), false);
    }

    MeasurePath path() {
        return path.path(connectsByCm);
    }

    MeasureCourse course(Duration time, EndPort port) {
        output();
        MulticastOptions options = multicast();
        return report.course(isEndless() ? Duration.ZERO : time, port::counters)
                .group(options == null ? null : options.group((host != null) != isReversed(), this));
    }

    /** Also knows XRC, which the measurements of this library cannot express. */
    @Override
    final QueuePairType service() {
        if (isToGroup()) {
            return QueuePairType.UD;
        }
        if (!service.equalsIgnoreCase(EXTENDED)) {
            return super.service();
        }
        if (connectsByCm) {
            throw new IllegalArgumentException("--connection: the RDMA CM cannot connect XRC; remove --rdma_cm");
        }
        return QueuePairType.XRC_SEND;
    }

    private MeasureOptions options(EndPort port, Tuning tuning, MeasurePlan plan, MeasureCourse course) {
        return new MeasureOptions(
                port.number(),
                path.gidIndex(gidIndex(), isToGroup()),
                serviceLevel(),
                mtu(),
                setup().inline(),
                1,
                tuning.batch(),
                tuning.moderation(),
                setup().receives(),
                setup().reads(),
                tuning.pace(),
                events,
                resources(plan.iterations()),
                path(),
                course,
                timeout());
    }

    /** Base class of the programs of perftest that measure latency. */
    public abstract static class PerftestLatencyCommand extends PerftestCommand {
        /** The depth of the send queue; completions may arrive later than the response of the peer. */
        private static final int DEPTH = 16;

        private static final int ITERATIONS = 1000;
        private static final int BYTES = 2;

        @Option(
                names = {"-H", "--report-histogram"},
                description = "Also show all latencies in ascending order; not with --duration.")
        boolean histogram;

        @Option(
                names = {"-U", "--report-unsorted"},
                description = "Also show all latencies in the order of measurement; not with --duration.")
        boolean unsorted;

        @Option(
                names = {"-C", "--report-cycles"},
                description = "Show times in cycles of the processor (default: microseconds); not with --duration.")
        boolean cycles;

        @Option(
                names = "--latency_gap",
                paramLabel = "MICROSECONDS",
                description = "Time to wait before each message (default: 0).")
        int gap;

        @Override
        final Program program() {
            return new Program(Quantity.LATENCY, DEPTH, 1, false);
        }

        @Override
        final Tuning tuning(int actualDepth) {
            requireOfMessages(1, setup().inline(), 1);
            Numbers.within("--outs", setup().reads(), 0, 255);
            return new Tuning(1, 1, Pace.UNLIMITED);
        }

        @Override
        final MeasureCourse course(Duration time, EndPort port) {
            Duration pause = Duration.of(Numbers.within("--latency_gap", gap, 0, 60_000_000), ChronoUnit.MICROS);
            return super.course(time, port).latencies(pause, histogram || unsorted, cycles);
        }

        static Setup latency(Operation operation, List<Integer> sizes, int inline, int reads) {
            return new Setup(operation, sizes, ITERATIONS, inline, RECEIVES, reads);
        }

        @Override
        final PerftestView view(MeasureReport report, MeasureOptions options) {
            LatencyStyle style = new LatencyStyle(histogram, unsorted);
            return new PerftestView(report, options, BandwidthStyle.DEFAULT, style, output(), isByCm());
        }

        @Examples({
            "ib_send_lat # Wait for a client.",
            "ib_send_lat -s 64 -I 64 -H host2 # Measure inline sends of 64 bytes to host2 and back, and show a histogram.",
            "ib_send_lat -c UD -a -m 1024 host2 # Measure datagrams of all sizes that fit into a packet."
        })
        @Command(
                name = "ib_send_lat",
                description = "Measures the latency of sends; the peer may be the program of perftest.",
                footer = {
                    "",
                    "Both sides need the same options for the messages. The latency is half of a round trip; t_typical is the median."
                })
        public static final class IbSendLatCommand extends PerftestLatencyCommand {
            @Mixin
            Sizes sizes = new Sizes();

            @Mixin
            InlineSize inline = new InlineSize();

            @Mixin
            MulticastOptions multicast = new MulticastOptions();

            @Mixin
            ReceiveDepth depth = new ReceiveDepth();

            @Override
            @Nullable MulticastOptions multicast() {
                return multicast;
            }

            @Override
            Setup setup() {
                List<Integer> bytes = sizes.sizes(Operation.SEND, BYTES, this);
                return new Setup(Operation.SEND, bytes, ITERATIONS, inline.bytes, depth.value(), 0);
            }
        }

        @Examples({
            "ib_write_lat # Wait for a client.",
            "ib_write_lat -s 8 -n 10000 host2 # Measure 10000 writes of 8 bytes to host2 and back."
        })
        @Command(
                name = "ib_write_lat",
                description = "Measures the latency of writes; the peer may be the program of perftest.",
                footer = {
                    "",
                    "Both sides need the same options for the messages. The latency is half of a round trip; t_typical is the median. "
                            + "Each side detects a write by its last byte, so --events cannot be used."
                })
        public static final class IbWriteLatCommand extends PerftestLatencyCommand {
            @Mixin
            Sizes sizes = new Sizes();

            @Mixin
            InlineSize inline = new InlineSize();

            @Override
            Setup setup() {
                return latency(Operation.WRITE, sizes.sizes(Operation.WRITE, BYTES, this), inline.bytes, 0);
            }
        }

        @Examples({
            "ib_read_lat # Wait for a client.",
            "ib_read_lat -s 4096 host2 # Measure reads of 4096 bytes from host2."
        })
        @Command(
                name = "ib_read_lat",
                description = "Measures the latency of reads; the peer may be the program of perftest.",
                footer = {
                    "",
                    "Both sides need the same options for the messages. The latency is the time from posting to completion; t_typical "
                            + "is the median. The server shows no results."
                })
        public static final class IbReadLatCommand extends PerftestLatencyCommand {
            @Mixin
            Sizes sizes = new Sizes();

            @Mixin
            Outstanding outstanding = new Outstanding();

            @Override
            Setup setup() {
                return latency(Operation.READ, sizes.sizes(Operation.READ, BYTES, this), 0, outstanding.reads);
            }
        }

        @Examples({
            "ib_atomic_lat # Wait for a client.",
            "ib_atomic_lat -A CMP_AND_SWAP host2 # Measure compare-and-swap operations on the memory of host2."
        })
        @Command(
                name = "ib_atomic_lat",
                description = "Measures the latency of atomic operations; the peer may be the program of perftest.",
                footer = {
                    "",
                    "Both sides need the same options for the messages. The latency is the time from posting to completion; t_typical "
                            + "is the median. The server shows no results."
                })
        public static final class IbAtomicLatCommand extends PerftestLatencyCommand {
            @Mixin
            AtomicType type = new AtomicType();

            @Mixin
            Outstanding outstanding = new Outstanding();

            @Override
            Setup setup() {
                return latency(type.operation(), List.of(Long.BYTES), 0, outstanding.reads);
            }
        }
    }
}
