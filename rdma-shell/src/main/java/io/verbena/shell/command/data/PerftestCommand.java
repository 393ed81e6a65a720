package io.verbena.shell.command.data;

import io.verbena.hca.QueuePairType;
import io.verbena.shell.cli.HelpText.Examples;
import io.verbena.shell.cli.Numbers;
import io.verbena.shell.cli.Result;
import io.verbena.shell.cli.Session;
import io.verbena.shell.command.data.MeasuringCommand.MeasureMeeting.OpenDevices;
import io.verbena.shell.view.MeasureView.PerftestView;
import io.verbena.shell.view.MeasureView.PerftestView.BandwidthStyle;
import io.verbena.traffic.measure.MeasureOptions;
import io.verbena.traffic.measure.MeasureOptions.Pace;
import io.verbena.traffic.measure.MeasureOptions.Resources;
import io.verbena.traffic.measure.MeasurePlan;
import io.verbena.traffic.measure.MeasurePlan.Operation;
import io.verbena.traffic.measure.MeasurePlan.Quantity;
import io.verbena.traffic.measure.MeasureReport;
import io.verbena.traffic.measure.Perftest;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
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
            names = {"-R", "--rdma_cm"},
            description = "Connect the queue pairs through the RDMA CM, RC and UD only; implies -z.")
    boolean connectsByCm;

    @Option(
            names = {"-z", "--comm_rdma_cm", "--com_rdma_cm"},
            description = "Exchange parameters over a connection of the RDMA CM (default: TCP).")
    boolean exchangesByCm;

    @Option(names = "--use-srq", description = "Receive sends from a shared receive queue; for sends only.")
    boolean sharedReceives;

    @Option(
            names = "--use_hugepages",
            description = "Use huge pages for the messages; fails if the system has too few of them.")
    boolean hugePages;

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

    record Program(Quantity quantity, Setup setup, int depth, int queuePairs, boolean bothWays) {}

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
        MeasureOptions options = options(place.port(), tuning(plan.depth()));
        try (OpenDevices devices = new OpenDevices(session.rdma(), place.device())) {
            Optional<MeasureReport> report = isByCm()
                    ? Optional.of(measureByCm(port, devices, options, plan))
                    : measure(port, devices, options, plan);
            return report.map(measured -> result(measured, options)).orElseGet(() -> Result.of(List::of, Map::of));
        }
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
            return serve(1, this::sayWaiting, channel -> Perftest.serve(channel, devices, options, plan));
        }
        return Optional.of(new MeasureMeeting(port, false)
                .call(host, options.timeout(), (channel, address) -> Perftest.call(channel, devices, options, plan)));
    }

    private MeasureReport measureByCm(int port, OpenDevices devices, MeasureOptions options, MeasurePlan plan) {
        if (host == null) {
            sayWaiting();
            return Perftest.serve(port, devices, options, plan);
        }
        InetAddress server = new MeasureMeeting(port, false).resolved(host);
        return Perftest.call(new InetSocketAddress(server, port), devices, options, plan);
    }

    private void sayWaiting() {
        PerftestView.waiting().forEach(this::say);
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
        Setup setup = program.setup();
        QueuePairType over = service();
        Duration time = duration(iterations != null);
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

    /** Also knows XRC, which the measurements of this library cannot express. */
    @Override
    final QueuePairType service() {
        if (!service.equalsIgnoreCase(EXTENDED)) {
            return super.service();
        }
        if (connectsByCm) {
            throw new IllegalArgumentException("--connection: the RDMA CM cannot connect XRC; remove --rdma_cm");
        }
        return QueuePairType.XRC_SEND;
    }

    private MeasureOptions options(int portNumber, Tuning tuning) {
        return new MeasureOptions(
                portNumber,
                gidIndex(),
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
                new Resources(sharedReceives(), hugePages, secondPort()),
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
                return MeasuringCommand.sizes(operation, given, all, otherwise);
            }
            int most = Integer.parseInt(command.mtu().text());
            return MeasuringCommand.sizes(operation, given, all, Math.min(otherwise, DATAGRAM)).stream()
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

    /** Base class of the programs of perftest that measure latency. */
    public abstract static class PerftestLatencyCommand extends PerftestCommand {
        /** The depth of the send queue; completions may arrive later than the response of the peer. */
        private static final int DEPTH = 16;

        private static final int ITERATIONS = 1000;
        private static final int BYTES = 2;

        @Option(
                names = {"-H", "--report-histogram"},
                description = "Also show a histogram of the latencies.")
        boolean histogram;

        @Override
        final Program program() {
            return new Program(Quantity.LATENCY, setup(), DEPTH, 1, false);
        }

        @Override
        final Tuning tuning(int actualDepth) {
            requireOfMessages(1, setup().inline(), 1);
            Numbers.within("--outs", setup().reads(), 0, 255);
            return new Tuning(1, 1, Pace.UNLIMITED);
        }

        static Setup latency(Operation operation, List<Integer> sizes, int inline, int reads) {
            return new Setup(operation, sizes, ITERATIONS, inline, RECEIVES, reads);
        }

        @Override
        final PerftestView view(MeasureReport report, MeasureOptions options) {
            return new PerftestView(report, options, BandwidthStyle.DEFAULT, histogram, isByCm());
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

            @Override
            Setup setup() {
                return latency(Operation.SEND, sizes.sizes(Operation.SEND, BYTES, this), inline.bytes, 0);
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
