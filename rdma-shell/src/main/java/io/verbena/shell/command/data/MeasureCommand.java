package io.verbena.shell.command.data;

import io.verbena.device.EndPort;
import io.verbena.hca.QueuePairType;
import io.verbena.iba.Mtu;
import io.verbena.shell.cli.Durations;
import io.verbena.shell.cli.FabricCommand;
import io.verbena.shell.cli.Format;
import io.verbena.shell.cli.Numbers;
import io.verbena.shell.cli.Result;
import io.verbena.shell.cli.Session;
import io.verbena.shell.view.MeasureView;
import io.verbena.traffic.measure.MeasureOptions;
import io.verbena.traffic.measure.MeasurePlan;
import io.verbena.traffic.measure.MeasureReport;
import io.verbena.traffic.measure.Operation;
import io.verbena.traffic.measure.Quantity;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** What both measurements have in common. Without a host it is the server, whom the client tells what is measured. */
abstract class MeasureCommand extends FabricCommand {
    private static final int DEFAULT_WARM_UP = 100;

    @Mixin
    MeasureDevice device = new MeasureDevice();

    @Option(
            names = {"-p", "--port"},
            paramLabel = "PORT",
            description = "Meet at this TCP port; 18515 unless given.")
    int tcpPort = 18515;

    @Option(
            names = {"-6", "--ipv6"},
            description = "Meet by IPv6.")
    boolean ipv6;

    @Option(
            names = "--op",
            paramLabel = "OPERATION",
            description = "What is done: send, write, read, fetch-add or compare-swap; write unless given.")
    String operation = Operation.WRITE.text();

    @Option(
            names = {"-c", "--connection"},
            paramLabel = "SERVICE",
            description = "The service: RC; of sends and writes UC, and of sends UD, too. RC unless given.")
    String service = QueuePairType.RC.text();

    @Option(
            names = {"-q", "--qp"},
            paramLabel = "N",
            description = "Use so many queue pairs of each side; 1 unless given.")
    int queuePairs = 1;

    @Option(
            names = {"-R", "--rdma_cm"},
            description = "Connect by the RDMA CM, as iWARP must; else over the TCP port.")
    boolean connectionManager;

    @Option(
            names = {"-s", "--size"},
            paramLabel = "BYTES",
            split = ",",
            description = "The bytes of a message, or several sizes with commas between.")
    @Nullable List<Integer> sizes;

    @Option(
            names = {"-a", "--all"},
            description = "All powers of two from 2 to 8388608.")
    boolean all;

    @Option(
            names = {"-n", "--iters"},
            paramLabel = "N",
            description = "Send so many messages of each size.")
    @Nullable Integer iterations;

    @Option(
            names = {"-D", "--duration"},
            paramLabel = "TIME",
            description = "Send for so long instead: seconds, or a number with ms or s.")
    @Nullable String duration;

    @Option(
            names = "--warm-up",
            paramLabel = "N",
            description = "Send so many messages of each size before, which do not count; 100 unless given.")
    int warmUp = DEFAULT_WARM_UP;

    @Option(
            names = {"-I", "--inline_size"},
            paramLabel = "BYTES",
            description = "Messages of up to so many bytes go within their requests; 0, none, unless given.")
    int inline;

    @Option(
            names = {"-m", "--mtu"},
            paramLabel = "BYTES",
            description =
                    "The most that a packet carries: 256, 512, 1024, 2048 or 4096; what the ports can unless given.")
    String mtu = Mtu.MTU_4096.text();

    @Option(
            names = {"-S", "--sl"},
            paramLabel = "SL",
            description = "Send with this service level; 0 unless given.")
    int serviceLevel;

    @Option(
            names = {"-x", "--gid-index"},
            paramLabel = "INDEX",
            description = "Use the GID at this index; unless given, the first on Ethernet, and none on InfiniBand.")
    int gidIndex = -1;

    @Option(
            names = "--patience",
            paramLabel = "TIME",
            description = "Give up after so long without a sign of the other side, as 500ms or 10s; 30s unless given.")
    String patience = "30s";

    @Option(
            names = {"-F", "--CPU-freq"},
            description = "Of no effect; the programs of perftest have it.")
    boolean ignored;

    @Option(
            names = "--loopback",
            description = "Be server and client at once. With -R, HOST is an address of this host.")
    boolean loopback;

    @Parameters(
            index = "0",
            arity = "0..1",
            paramLabel = "HOST",
            description = "Where the server runs; without, this is the server.")
    @Nullable String host;

    abstract Quantity quantity();

    abstract int defaultSize();

    abstract int defaultIterations();

    abstract int depth();

    boolean bothWays() {
        return false;
    }

    int segments() {
        return 1;
    }

    int batch() {
        return MeasureOptions.DEFAULTS.batch();
    }

    abstract boolean events();

    boolean histogram() {
        return false;
    }

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
                            ? meeting.serve(devices, options, quantity(), this::sayThatItWaits)
                            : Optional.of(meeting.call(devices, options, plan, host));
            return report.map(this::result).orElseGet(() -> Result.of(List::of, Map::of));
        }
    }

    private Result result(MeasureReport report) {
        return Result.of(() -> MeasureView.lines(report, histogram()), () -> MeasureView.members(report, histogram()));
    }

    private MeasurePlan plan() {
        Operation what = MeasureRanges.named("--op", operation, Operation.values(), Operation::text);
        List<QueuePairType> services = List.of(QueuePairType.RC, QueuePairType.UC, QueuePairType.UD);
        QueuePairType over = MeasureRanges.named(
                "--connection", service, services.toArray(QueuePairType[]::new), QueuePairType::text);
        List<Integer> lengths = MeasureRanges.sizes(what, sizes, all, defaultSize());
        Duration time = duration == null ? Duration.ZERO : MeasureRanges.duration(duration, iterations != null);
        int count = duration != null
                ? 0
                : Numbers.within(
                        "--iters", iterations == null ? defaultIterations() : iterations, 1, Integer.MAX_VALUE);
        Numbers.within("--warm-up", warmUp, 0, Integer.MAX_VALUE);
        MeasureRanges.requireRequests(queuePairs, depth());
        return new MeasurePlan(
                quantity(),
                what,
                over,
                connectionManager,
                bothWays(),
                lengths,
                count,
                time,
                warmUp,
                depth(),
                queuePairs);
    }

    private MeasureOptions options(int portNumber) {
        Mtu most = MeasureRanges.named("--mtu", mtu, mtus(), Mtu::text);
        Duration longest = Durations.parse("--patience", patience);
        MeasureRanges.requireOfMessages(segments(), inline, batch());
        Numbers.within("--gid-index", gidIndex, -1, MeasureRanges.LAST_GID);
        Numbers.within("--sl", serviceLevel, 0, MeasureRanges.LAST_SERVICE_LEVEL);
        return new MeasureOptions(
                portNumber, gidIndex, serviceLevel, most, inline, segments(), batch(), events(), longest);
    }

    private static Mtu[] mtus() {
        return new Mtu[] {Mtu.MTU_256, Mtu.MTU_512, Mtu.MTU_1024, Mtu.MTU_2048, Mtu.MTU_4096};
    }

    /** At once: who starts the other side wants to see that this one is there. */
    private void sayThatItWaits() {
        if (options().format() == Format.text) {
            spec().commandLine().getOut().println(MeasureView.waiting(quantity(), tcpPort));
            spec().commandLine().getOut().flush();
        }
    }
}
