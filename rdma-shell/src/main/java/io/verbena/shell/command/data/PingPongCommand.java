package io.verbena.shell.command.data;

import io.verbena.Rdma;
import io.verbena.device.NoSuchDeviceException;
import io.verbena.exchange.SideChannel;
import io.verbena.exchange.SocketListener;
import io.verbena.exchange.SocketSideChannel;
import io.verbena.iba.Mtu;
import io.verbena.shell.cli.CommonOptions.Format;
import io.verbena.shell.cli.FabricCommand;
import io.verbena.shell.cli.HelpText.Examples;
import io.verbena.shell.cli.HelpText.Exits;
import io.verbena.shell.cli.Numbers;
import io.verbena.shell.cli.Result;
import io.verbena.shell.cli.Session;
import io.verbena.shell.view.PingPongView;
import io.verbena.traffic.PingPong;
import io.verbena.traffic.PingPongAddress;
import io.verbena.traffic.PingPongOptions;
import io.verbena.traffic.PingPongOptions.PingPongMemory;
import io.verbena.traffic.PingPongOptions.PingPongService;
import io.verbena.traffic.PingPongReport;
import io.verbena.verbs.Context;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Base class of the ping-pongs. Without a host, the command is the server. */
public abstract class PingPongCommand extends FabricCommand {
    private static final Duration TIMEOUT = Duration.ofSeconds(30);
    private static final Duration SLICE = Duration.ofMillis(500);

    @Option(
            names = {"-p", "--port"},
            paramLabel = "PORT",
            description = "TCP port of the server (default: 18515).")
    int tcpPort = 18515;

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
            names = {"-s", "--size"},
            paramLabel = "BYTES",
            description = "Message size in bytes (default: 4096; for datagrams: 1024).")
    @Nullable Integer size;

    @Option(
            names = {"-r", "--rx-depth"},
            paramLabel = "N",
            description = "Number of receives to post (default: 500).")
    int depth = 500;

    @Option(
            names = {"-n", "--iters"},
            paramLabel = "N",
            description = "Number of exchanges (default: 1000).")
    int iterations = 1000;

    @Option(
            names = {"-l", "--sl"},
            paramLabel = "SL",
            description = "Service level (default: 0).")
    int serviceLevel;

    @Option(
            names = {"-e", "--events"},
            description = "Block until a completion event (default: poll).")
    boolean events;

    @Option(
            names = {"-g", "--gid-idx"},
            paramLabel = "INDEX",
            description = "GID index, required on Ethernet (default: none).")
    int gidIndex = -1;

    @Option(
            names = {"-c", "--chk"},
            description = "Verify the received messages; the peer needs this option, too.")
    boolean validate;

    @Parameters(
            index = "0",
            arity = "0..1",
            paramLabel = "HOST",
            description = "Host of the server (default: be the server).")
    @Nullable String host;

    /**
     * The parameters in which the ping-pongs differ.
     *
     * @param service the transport service
     * @param mtu the path MTU
     * @param queuePairs the number of queue pairs
     * @param extended whether to post with the extended send functions
     * @param memory the memory of the messages
     * @param prefetch whether to prefetch this memory
     * @param timestamps whether to use completion timestamps of the device
     */
    record Variant(
            PingPongService service,
            Mtu mtu,
            int queuePairs,
            boolean extended,
            PingPongMemory memory,
            boolean prefetch,
            boolean timestamps) {
        static Variant of(PingPongService service, Mtu mtu) {
            return new Variant(service, mtu, 1, false, PingPongMemory.PINNED, false, false);
        }
    }

    abstract Variant variant();

    @Override
    protected final Result run(Session session) {
        if (tcpPort < 1 || tcpPort > 65535) {
            throw new IllegalArgumentException("--port: " + tcpPort + " is not a TCP port; expected 1 to 65535");
        }
        Variant variant = variant();
        requireRanges(variant);
        PingPongOptions options = new PingPongOptions(
                variant.service(),
                port,
                gidIndex,
                size == null ? variant.service().defaultSize() : size,
                variant.mtu(),
                depth,
                iterations,
                serviceLevel,
                events,
                variant.queuePairs(),
                validate,
                variant.extended(),
                variant.memory(),
                variant.prefetch(),
                variant.timestamps());
        try (Context context = open(session.rdma());
                PingPong game = PingPong.open(context, options)) {
            game.local().forEach(address -> say(PingPongView.local(variant.service(), address)));
            Optional<PingPongReport> report = host == null ? serve(game) : call(game, host);
            return report.map(PingPongCommand::result).orElseGet(() -> Result.of(List::of, Map::of));
        }
    }

    private void requireRanges(Variant variant) {
        Numbers.within("--ib-port", port, 1, 255);
        Numbers.within("--size", size == null ? variant.service().defaultSize() : size, 1, PingPongOptions.MAX_BYTES);
        Numbers.within("--rx-depth", depth, 1, PingPongOptions.MAX_DEPTH);
        Numbers.within("--iters", iterations, 1, Integer.MAX_VALUE);
        Numbers.within("--sl", serviceLevel, 0, 15);
        Numbers.within("--gid-idx", gidIndex, -1, 255);
        if (variant.service() == PingPongService.SRQ) {
            Numbers.within("--num-qp", variant.queuePairs(), 1, PingPongService.MAX_QUEUE_PAIRS);
            if (depth < variant.queuePairs()) {
                throw new IllegalArgumentException("--rx-depth: " + depth + " receives are not enough for "
                        + variant.queuePairs() + " queue pairs (--num-qp); give at least one for each");
            }
        }
    }

    private Context open(Rdma rdma) {
        if (device != null) {
            return rdma.verbs(rdma.device(device).name());
        }
        return rdma.verbs(rdma.verbsDevices().stream()
                .findFirst()
                .orElseThrow(() -> new NoSuchDeviceException("this fabric has no device that supports verbs")));
    }

    private Optional<PingPongReport> call(PingPong game, String server) {
        InetSocketAddress address = new InetSocketAddress(server, tcpPort);
        try (SideChannel channel = SocketSideChannel.connect(address, TIMEOUT)) {
            return Optional.of(play(game, channel, PingPong.Side.CALLING));
        }
    }

    /** Waits for a client until the thread is interrupted. */
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
        List<PingPongAddress> remote = game.connect(channel, side, TIMEOUT);
        remote.forEach(address -> say(PingPongView.remote(address)));
        return game.play(TIMEOUT);
    }

    /** Prints a line without buffering, as the C programs do, so that the user sees when the server is ready. */
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

    /** Option for the path MTU. */
    static final class MtuOption {
        @Option(
                names = {"-m", "--mtu"},
                paramLabel = "BYTES",
                description = "Path MTU: 256, 512, 1024, 2048 or 4096 (default: 1024).")
        String bytes = Mtu.MTU_1024.text();

        Mtu value() {
            return Arrays.stream(Mtu.values())
                    .filter(mtu -> mtu.text().equals(bytes))
                    .findFirst()
                    .orElseThrow(() -> new IllegalArgumentException(
                            "--mtu: '" + bytes + "' is not an MTU; expected 256, 512, 1024, 2048 or 4096"));
        }
    }

    @Exits(found = "a received message was corrupt (-c)")
    @Examples({
        "ibv_uc_pingpong -d mlx5_0 -g 3 # Wait for a client, with the GID at index 3.",
        "ibv_uc_pingpong -d mlx5_0 -g 3 host2 # Exchange messages with host2."
    })
    @Command(
            name = "ibv_uc_pingpong",
            description = "Exchanges messages over an unreliable connection; the peer may be the C program.")
    public static final class IbvUcPingpongCommand extends PingPongCommand {
        @Mixin
        MtuOption mtu = new MtuOption();

        @Override
        Variant variant() {
            return Variant.of(PingPongService.UC, mtu.value());
        }
    }

    @Exits(found = "a received message was corrupt (-c)")
    @Examples({
        "ibv_ud_pingpong -d mlx5_0 -g 3 # Wait for a client, with the GID at index 3.",
        "ibv_ud_pingpong -d mlx5_0 -g 3 -s 64 host2 # Exchange messages with host2, which also has -s 64."
    })
    @Command(name = "ibv_ud_pingpong", description = "Exchanges datagrams; the peer may be the C program.")
    public static final class IbvUdPingpongCommand extends PingPongCommand {
        @Override
        Variant variant() {
            return Variant.of(PingPongService.UD, Mtu.MTU_1024);
        }
    }
}
