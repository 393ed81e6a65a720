package io.verbena.shell.command.data;

import io.verbena.Rdma;
import io.verbena.device.NoSuchDeviceException;
import io.verbena.exchange.SideChannel;
import io.verbena.exchange.SocketListener;
import io.verbena.exchange.SocketSideChannel;
import io.verbena.iba.Mtu;
import io.verbena.shell.cli.FabricCommand;
import io.verbena.shell.cli.Format;
import io.verbena.shell.cli.Numbers;
import io.verbena.shell.cli.Result;
import io.verbena.shell.cli.Session;
import io.verbena.shell.view.PingPongView;
import io.verbena.traffic.PingPong;
import io.verbena.traffic.PingPongAddress;
import io.verbena.traffic.PingPongMemory;
import io.verbena.traffic.PingPongOptions;
import io.verbena.traffic.PingPongReport;
import io.verbena.traffic.PingPongService;
import io.verbena.verbs.Context;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** What the ping-pongs of all services have in common. Without a host it is the server. */
abstract class PingPongCommand extends FabricCommand {
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final Duration SLICE = Duration.ofMillis(500);

    @Option(
            names = {"-p", "--port"},
            paramLabel = "PORT",
            description = "Meet at this TCP port; 18515 unless given.")
    int tcpPort = 18515;

    @Option(
            names = {"-d", "--ib-dev"},
            paramLabel = "DEVICE",
            description = "Use this device; the first unless given.")
    @Nullable String device;

    @Option(
            names = {"-i", "--ib-port"},
            paramLabel = "PORT",
            description = "Use this port of the device; 1 unless given.")
    int port = 1;

    @Option(
            names = {"-s", "--size"},
            paramLabel = "BYTES",
            description = "The bytes of a message; 4096 unless given, and of datagrams 1024.")
    @Nullable Integer size;

    @Option(
            names = {"-r", "--rx-depth"},
            paramLabel = "N",
            description = "Post so many receives at a time; 500 unless given.")
    int depth = 500;

    @Option(
            names = {"-n", "--iters"},
            paramLabel = "N",
            description = "Exchange so many messages; 1000 unless given.")
    int iterations = 1000;

    @Option(
            names = {"-l", "--sl"},
            paramLabel = "SL",
            description = "Send with this service level; 0 unless given.")
    int serviceLevel;

    @Option(
            names = {"-e", "--events"},
            description = "Sleep until something is completed; polls unless given.")
    boolean events;

    @Option(
            names = {"-g", "--gid-idx"},
            paramLabel = "INDEX",
            description = "Use the GID at this index, as is needed on Ethernet; none unless given.")
    int gidIndex = -1;

    @Option(
            names = {"-c", "--chk"},
            description = "Look whether what came is what was sent; the other side has this option, too.")
    boolean validate;

    @Parameters(index = "0", arity = "0..1", paramLabel = "HOST", description = "Where the server runs.")
    @Nullable String host;

    abstract PingPongService service();

    Mtu mtu() {
        return Mtu.MTU_1024;
    }

    int queuePairs() {
        return 1;
    }

    boolean extended() {
        return false;
    }

    PingPongMemory memory() {
        return PingPongMemory.PINNED;
    }

    boolean prefetch() {
        return false;
    }

    boolean timestamps() {
        return false;
    }

    @Override
    protected final Result run(Session session) {
        if (tcpPort < 1 || tcpPort > 65535) {
            throw new IllegalArgumentException("--port: " + tcpPort + " is not a TCP port; these are from 1 to 65535");
        }
        requireRanges();
        PingPongOptions options = new PingPongOptions(
                service(),
                port,
                gidIndex,
                size == null ? service().defaultSize() : size,
                mtu(),
                depth,
                iterations,
                serviceLevel,
                events,
                queuePairs(),
                validate,
                extended(),
                memory(),
                prefetch(),
                timestamps());
        try (Context context = open(session.rdma());
                PingPong game = PingPong.open(context, options)) {
            game.local().forEach(address -> say(PingPongView.local(service(), address)));
            Optional<PingPongReport> report = host == null ? serve(game) : call(game, host);
            return report.map(PingPongCommand::result).orElseGet(() -> Result.of(List::of, Map::of));
        }
    }

    private void requireRanges() {
        Numbers.within("--ib-port", port, 1, 255);
        Numbers.within("--size", size == null ? service().defaultSize() : size, 1, PingPongOptions.MOST_BYTES);
        Numbers.within("--rx-depth", depth, 1, PingPongOptions.MOST_DEPTH);
        Numbers.within("--iters", iterations, 1, Integer.MAX_VALUE);
        Numbers.within("--sl", serviceLevel, 0, 15);
        Numbers.within("--gid-idx", gidIndex, -1, 255);
        if (service() == PingPongService.SRQ) {
            Numbers.within("--num-qp", queuePairs(), 1, PingPongService.MOST_QUEUE_PAIRS);
            if (depth < queuePairs()) {
                throw new IllegalArgumentException("--rx-depth: " + depth + " receives are fewer than the "
                        + queuePairs() + " queue pairs (--num-qp) that take from them; give one for each at least");
            }
        }
    }

    private Context open(Rdma rdma) {
        if (device != null) {
            return rdma.verbs(rdma.device(device).name());
        }
        return rdma.verbs(rdma.verbsDevices().stream()
                .findFirst()
                .orElseThrow(() -> new NoSuchDeviceException("this fabric has no device that moves data")));
    }

    private Optional<PingPongReport> call(PingPong game, String server) {
        InetSocketAddress address = new InetSocketAddress(server, tcpPort);
        try (SideChannel channel = SocketSideChannel.connect(address, PATIENCE)) {
            return Optional.of(play(game, channel, PingPong.Side.CALLING));
        }
    }

    /** Waits for a client, for as long as nobody interrupts it. */
    private Optional<PingPongReport> serve(PingPong game) {
        try (SocketListener listener = SocketListener.at(new InetSocketAddress(tcpPort))) {
            while (!Thread.currentThread().isInterrupted()) {
                Optional<SideChannel> accepted = listener.accept(SLICE);
                if (accepted.isPresent()) {
                    try (SideChannel channel = accepted.get()) {
                        return Optional.of(play(game, channel, PingPong.Side.CALLED));
                    }
                }
            }
            return Optional.empty();
        }
    }

    private PingPongReport play(PingPong game, SideChannel channel, PingPong.Side side) {
        List<PingPongAddress> remote = game.connect(channel, side, PATIENCE);
        remote.forEach(address -> say(PingPongView.remote(address)));
        return game.play(PATIENCE);
    }

    /** At once, as the C programs do: who starts the other side wants to see that this one is there. */
    private void say(String line) {
        if (options().format() == Format.text) {
            spec().commandLine().getOut().println(line);
            spec().commandLine().getOut().flush();
        }
    }

    private static Result result(PingPongReport report) {
        return Result.of(() -> PingPongView.result(report), () -> PingPongView.members(report))
                .found(!report.invalidPages().isEmpty());
    }
}
