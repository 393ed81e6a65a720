package io.verbena.shell.command.data;

import io.verbena.Rdma;
import io.verbena.exchange.SideChannel;
import io.verbena.exchange.SocketSideChannel;
import io.verbena.iba.Mtu;
import io.verbena.shell.cli.HelpText.Examples;
import io.verbena.shell.cli.HelpText.Exits;
import io.verbena.shell.cli.Numbers;
import io.verbena.shell.cli.Result;
import io.verbena.shell.cli.Session;
import io.verbena.shell.command.data.MeasuringCommand.MeasureDevice;
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

/** Base class of the ping-pongs. Without a host, the command is the server. */
public abstract class PingPongCommand extends PeerCommand {
    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    @Mixin
    PingPongPort port = new PingPongPort();

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
            names = {"-c", "--chk"},
            description = "Verify the received messages; the peer needs this option, too.")
    boolean validate;

    /** The parameters in which the ping-pongs differ. */
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
        validPort();
        Variant variant = variant();
        requireRanges(variant);
        PingPongOptions options = new PingPongOptions(
                variant.service(),
                port.number,
                port.gidIndex,
                size == null ? variant.service().defaultSize() : size,
                variant.mtu(),
                depth,
                iterations,
                port.serviceLevel,
                port.events,
                variant.queuePairs(),
                validate,
                variant.extended(),
                variant.memory(),
                variant.prefetch(),
                variant.timestamps());
        try (Context context = port.open(session.rdma());
                PingPong game = PingPong.open(context, options)) {
            game.local().forEach(address -> say(PingPongView.local(variant.service(), address)));
            Optional<PingPongReport> report = host == null
                    ? serve(1, () -> {}, channel -> play(game, channel, PingPong.Side.CALLED))
                    : Optional.of(call(game, host));
            return report.map(PingPongCommand::result).orElseGet(() -> Result.of(List::of, Map::of));
        }
    }

    private void requireRanges(Variant variant) {
        port.requireRanges();
        Numbers.within("--size", size == null ? variant.service().defaultSize() : size, 1, PingPongOptions.MAX_BYTES);
        Numbers.within("--rx-depth", depth, 1, PingPongOptions.MAX_DEPTH);
        Numbers.within("--iters", iterations, 1, Integer.MAX_VALUE);
        if (variant.service() == PingPongService.SRQ) {
            Numbers.within("--num-qp", variant.queuePairs(), 1, PingPongService.MAX_QUEUE_PAIRS);
            if (depth < variant.queuePairs()) {
                throw new IllegalArgumentException("--rx-depth: " + depth + " receives are not enough for "
                        + variant.queuePairs() + " queue pairs (--num-qp); give at least one for each");
            }
        }
    }

    private PingPongReport call(PingPong game, String server) {
        InetSocketAddress address = new InetSocketAddress(server, tcpPort);
        try (SideChannel channel = SocketSideChannel.connect(address, TIMEOUT)) {
            return play(game, channel, PingPong.Side.CALLING);
        }
    }

    private PingPongReport play(PingPong game, SideChannel channel, PingPong.Side side) {
        List<PingPongAddress> remote = game.connect(channel, side, TIMEOUT);
        remote.forEach(address -> say(PingPongView.remote(address)));
        return game.play(TIMEOUT);
    }

    private static Result result(PingPongReport report) {
        return Result.of(() -> PingPongView.result(report), () -> PingPongView.members(report))
                .found(!report.invalidPages().isEmpty());
    }

    static final class PingPongPort {
        @Option(
                names = {"-d", "--ib-dev"},
                paramLabel = "DEVICE",
                description = "Device (default: the first).")
        @Nullable String device;

        @Option(
                names = {"-i", "--ib-port"},
                paramLabel = "PORT",
                description = "Port of the device (default: 1).")
        int number = 1;

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

        void requireRanges() {
            Numbers.within("--ib-port", number, 1, 255);
            Numbers.within("--sl", serviceLevel, 0, 15);
            Numbers.within("--gid-idx", gidIndex, -1, 255);
        }

        Context open(Rdma rdma) {
            return rdma.verbs(
                    device == null
                            ? MeasureDevice.first(rdma)
                            : rdma.device(device).name());
        }
    }

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

    @Exits(found = "a received message was corrupt (-c)")
    @Examples({
        "ibv_rc_pingpong -d mlx5_0 -g 3 # Wait for a client, with the GID at index 3.",
        "ibv_rc_pingpong -d mlx5_0 -g 3 -e -n 10000 host2 # Exchange messages with host2, and block between completions."
    })
    @Command(
            name = "ibv_rc_pingpong",
            description = "Exchanges messages over a reliable connection; the peer may be the C program.")
    public static final class IbvRcPingpongCommand extends PingPongCommand {
        @Mixin
        MtuOption mtu = new MtuOption();

        @Option(
                names = {"-N", "--new_send"},
                description = "Post with the extended send functions.")
        boolean extended;

        @Option(
                names = {"-o", "--odp"},
                description = "Use memory with on-demand paging.")
        boolean onDemand;

        @Option(
                names = {"-O", "--iodp"},
                description = "Use implicit on-demand paging, which registers the address space of the process.")
        boolean everything;

        @Option(
                names = {"-P", "--prefetch"},
                description = "With -o or -O, prefetch the memory before the first message.")
        boolean prefetch;

        @Option(
                names = {"-t", "--ts"},
                description = "Use completion timestamps of the device, and show the intervals between messages.")
        boolean timestamps;

        @Option(
                names = {"-j", "--dm"},
                description = "Use device memory for messages.")
        boolean deviceMemory;

        @Override
        Variant variant() {
            return new Variant(PingPongService.RC, mtu.value(), 1, extended, memory(), prefetch, timestamps);
        }

        private PingPongMemory memory() {
            if (deviceMemory && (onDemand || everything)) {
                throw new IllegalArgumentException(
                        "--dm cannot be combined with --odp or --iodp: messages are either in"
                                + " device memory or in host memory");
            }
            if (deviceMemory) {
                return PingPongMemory.DEVICE;
            }
            if (everything) {
                return PingPongMemory.EVERYTHING;
            }
            return onDemand ? PingPongMemory.ON_DEMAND : PingPongMemory.PINNED;
        }
    }

    @Exits(found = "a received message was corrupt (-c)")
    @Examples({
        "ibv_srq_pingpong -d mlx5_0 -g 3 -q 4 # Wait for a client, with four queue pairs.",
        "ibv_srq_pingpong -d mlx5_0 -g 3 -q 4 host2 # Exchange messages with host2, which also has -q 4."
    })
    @Command(
            name = "ibv_srq_pingpong",
            description =
                    "Exchanges messages over reliable connections with a shared receive queue; the peer may be the C program.")
    public static final class IbvSrqPingpongCommand extends PingPongCommand {
        @Mixin
        MtuOption mtu = new MtuOption();

        @Option(
                names = {"-q", "--num-qp"},
                paramLabel = "N",
                description = "Number of queue pairs (default: 16).")
        int queuePairs = 16;

        @Option(
                names = {"-o", "--odp"},
                description = "Use memory with on-demand paging.")
        boolean onDemand;

        @Override
        Variant variant() {
            PingPongMemory memory = onDemand ? PingPongMemory.ON_DEMAND : PingPongMemory.PINNED;
            return new Variant(PingPongService.SRQ, mtu.value(), queuePairs, false, memory, false, false);
        }
    }
}
