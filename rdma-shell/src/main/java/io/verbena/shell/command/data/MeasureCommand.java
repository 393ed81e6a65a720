package io.verbena.shell.command.data;

import io.verbena.Rdma;
import io.verbena.device.EndPort;
import io.verbena.device.NoSuchDeviceException;
import io.verbena.hca.QueuePairType;
import io.verbena.iba.Mtu;
import io.verbena.shell.cli.CommonOptions.Format;
import io.verbena.shell.cli.FabricCommand;
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
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * Base class of the measurements. Without a host, the command is the server, which takes the parameters from the
 * client.
 */
abstract class MeasureCommand extends FabricCommand {
    private static final int MIN_WARM_UP = 100;

    /** The number of invocations after which the JVM has compiled what sends a message. */
    private static final int MAX_WARM_UP = 10_000;

    private static final int MAX_WARM_UP_BYTES = 1 << 26;

    @Mixin
    MeasureDevice device = new MeasureDevice();

    @Option(
            names = {"-p", "--port"},
            paramLabel = "PORT",
            description = "TCP port of the server (default: 18515).")
    int tcpPort = 18515;

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
            names = {"-c", "--connection"},
            paramLabel = "SERVICE",
            description = "Transport service: RC; for sends and writes also UC; for sends also UD (default: RC).")
    String service = QueuePairType.RC.text();

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
            names = {"-D", "--duration"},
            paramLabel = "TIME",
            description = "Measure for this time instead: seconds, or a number with ms or s.")
    @Nullable String duration;

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
            names = {"-m", "--mtu"},
            paramLabel = "BYTES",
            description = "Path MTU: 256, 512, 1024, 2048 or 4096 (default: the active MTU of the ports).")
    String mtu = Mtu.MTU_4096.text();

    @Option(
            names = {"-S", "--sl"},
            paramLabel = "SL",
            description = "Service level (default: 0).")
    int serviceLevel;

    @Option(
            names = {"-x", "--gid-index"},
            paramLabel = "INDEX",
            description = "GID index (default: the first on Ethernet, none on InfiniBand).")
    int gidIndex = -1;

    @Option(
            names = "--timeout",
            paramLabel = "TIME",
            description = "Timeout for a response of the peer, for example 500ms or 10s (default: 30s).")
    String timeout = "30s";

    @Option(
            names = {"-F", "--CPU-freq"},
            description = "Accepted for compatibility with perftest; has no effect.")
    boolean ignored;

    @Option(
            names = "--loopback",
            description = "Run server and client in this process. With -R, HOST is an address of this host.")
    boolean loopback;

    @Parameters(
            index = "0",
            arity = "0..1",
            paramLabel = "HOST",
            description = "Host of the server (default: be the server).")
    @Nullable String host;

    /**
     * The parameters in which the measurements differ.
     *
     * @param quantity what is measured
     * @param size the default message size in bytes
     * @param iterations the default number of messages
     * @param depth the number of requests in flight
     * @param bothWays whether both sides send
     * @param segments the number of scatter/gather entries of each message
     * @param batch the number of requests per post
     * @param events whether to block until a completion event
     * @param histogram whether to show a histogram
     */
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
        MeasureMeeting meeting = new MeasureMeeting(tcpPort, ipv6);
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
                            ? meeting.serve(devices, options, variant().quantity(), this::sayThatItWaits)
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
        List<QueuePairType> services = List.of(QueuePairType.RC, QueuePairType.UC, QueuePairType.UD);
        QueuePairType over = MeasureRanges.named(
                "--connection", service, services.toArray(QueuePairType[]::new), QueuePairType::text);
        List<Integer> lengths = MeasureRanges.sizes(what, sizes, all, variant().size());
        Duration time = duration == null ? Duration.ZERO : MeasureRanges.duration(duration, iterations != null);
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
        Mtu pathMtu = MeasureRanges.named("--mtu", mtu, mtus(), Mtu::text);
        Duration longest = Numbers.duration("--timeout", timeout);
        MeasureRanges.requireOfMessages(variant().segments(), inline, variant().batch());
        Numbers.within("--gid-index", gidIndex, -1, MeasureRanges.LAST_GID);
        Numbers.within("--sl", serviceLevel, 0, MeasureRanges.LAST_SERVICE_LEVEL);
        return new MeasureOptions(
                portNumber,
                gidIndex,
                serviceLevel,
                pathMtu,
                inline,
                variant().segments(),
                variant().batch(),
                variant().batch(),
                MeasureOptions.DEFAULTS.receives(),
                0,
                Pace.UNLIMITED,
                variant().events(),
                longest);
    }

    private static Mtu[] mtus() {
        return new Mtu[] {Mtu.MTU_256, Mtu.MTU_512, Mtu.MTU_1024, Mtu.MTU_2048, Mtu.MTU_4096};
    }

    /** Reports without buffering that the server is ready, so that the user knows when to start the client. */
    private void sayThatItWaits() {
        if (options().format() == Format.text) {
            spec().commandLine().getOut().println(MeasureView.waiting(variant().quantity(), tcpPort));
            spec().commandLine().getOut().flush();
        }
    }

    /** Options for the device and the port of one side of a measurement. */
    static final class MeasureDevice {
        @Option(
                names = {"-d", "--ib-dev", "-C", "--Ca"},
                paramLabel = "DEVICE",
                description = "Device (default: the first; with -R, the device that reaches HOST).")
        @Nullable String device;

        @Option(
                names = {"-i", "--ib-port"},
                paramLabel = "PORT",
                description = "Port of the device (default: 1).")
        @Nullable Integer port;

        @Option(
                names = {"-P", "--Port"},
                paramLabel = "PORT",
                description = "Port: a number, DEVICE/PORT, a GID or a port GUID.")
        @Nullable String endPort;

        /** Returns the selected end port; null if none was selected. */
        @Nullable EndPort place(Rdma rdma) {
            if (endPort != null && port != null) {
                throw new IllegalArgumentException("--ib-port and --Port are mutually exclusive");
            }
            if (endPort != null && !endPort.matches("[0-9]+")) {
                return rdma.endPort(endPort);
            }
            if (device == null && port == null && endPort == null) {
                return null;
            }
            String number = endPort != null ? endPort : String.valueOf(port == null ? 1 : port);
            return rdma.endPort((device == null ? first(rdma) : device) + "/" + number);
        }

        static String first(Rdma rdma) {
            return rdma.verbsDevices().stream()
                    .findFirst()
                    .orElseThrow(() -> new NoSuchDeviceException("this fabric has no device that supports verbs"));
        }
    }
}
