package io.verbena.shell.command.data;

import io.verbena.Rdma;
import io.verbena.device.NoSuchDeviceException;
import io.verbena.exchange.SideChannel;
import io.verbena.exchange.SocketListener;
import io.verbena.exchange.SocketSideChannel;
import io.verbena.shell.cli.CommonOptions.Format;
import io.verbena.shell.cli.FabricCommand;
import io.verbena.shell.cli.HelpText.Examples;
import io.verbena.shell.cli.Numbers;
import io.verbena.shell.cli.Result;
import io.verbena.shell.cli.Session;
import io.verbena.shell.command.data.PingPongCommand.MtuOption;
import io.verbena.traffic.ExtendedPingPong;
import io.verbena.traffic.ExtendedPingPong.ExtendedAddress;
import io.verbena.traffic.ExtendedPingPong.ExtendedOptions;
import io.verbena.traffic.ExtendedPingPong.ExtendedReport;
import io.verbena.traffic.PingPongOptions;
import io.verbena.verbs.Context;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Examples({
    "ibv_xsrq_pingpong -d mlx5_0 -c 2 # Wait for two clients.",
    "ibv_xsrq_pingpong -d mlx5_0 -n 100 host2 # Exchange 100 messages with host2, which also has -n 100."
})
@Command(
        name = "ibv_xsrq_pingpong",
        description = "Exchanges messages over extended reliable connections (XRC) with a shared receive queue.",
        footer = {
            "",
            "The addresses have the format of the C program. Whether both interoperate is not known, because no device that was "
                    + "at hand has XRC; two of these commands do on the embedded fabric."
        })
public final class IbvXsrqPingpongCommand extends FabricCommand {
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
            description = "Message size in bytes (default: 4096).")
    int size = 4096;

    @Mixin
    MtuOption mtu = new MtuOption();

    @Option(
            names = {"-c", "--clients"},
            paramLabel = "N",
            description = "Number of clients for which a server waits (default: 1).")
    int clients = 1;

    @Option(
            names = {"-n", "--num_tests"},
            paramLabel = "N",
            description = "Number of messages of each client, the same on both sides (default: 5).")
    int tests = 5;

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
            names = {"-o", "--odp"},
            description = "Use memory with on-demand paging.")
    boolean onDemand;

    @Option(
            names = {"-g", "--gid-idx"},
            paramLabel = "INDEX",
            description = "GID index, required on Ethernet (default: none).")
    int gidIndex = -1;

    @Parameters(
            index = "0",
            arity = "0..1",
            paramLabel = "HOST",
            description = "Host of the server (default: be the server).")
    @Nullable String host;

    @Override
    protected Result run(Session session) {
        Numbers.within("--port", tcpPort, 1, 65535);
        ExtendedOptions options = new ExtendedOptions(
                Numbers.within("--ib-port", port, 1, 255),
                Numbers.within("--gid-idx", gidIndex, -1, 255),
                Numbers.within("--size", size, 1, PingPongOptions.MAX_BYTES),
                mtu.value(),
                Numbers.within("--num_tests", tests, 1, Integer.MAX_VALUE),
                Numbers.within("--sl", serviceLevel, 0, 15),
                events,
                onDemand);
        Numbers.within("--clients", clients, 1, ExtendedPingPong.MAX_CLIENTS);
        String server = host;
        try (Context context = open(session.rdma());
                ExtendedPingPong game = ExtendedPingPong.open(context, options, server == null ? clients : 1)) {
            Optional<ExtendedReport> report = server == null ? serve(game) : Optional.of(call(game, server));
            return report.map(this::result).orElseGet(() -> Result.of(List::of, Map::of));
        }
    }

    private Context open(Rdma rdma) {
        return rdma.verbs(
                device != null
                        ? rdma.device(device).name()
                        : rdma.verbsDevices().stream()
                                .findFirst()
                                .orElseThrow(() ->
                                        new NoSuchDeviceException("this fabric has no device that supports verbs")));
    }

    private ExtendedReport call(ExtendedPingPong game, String server) {
        try (SideChannel channel = SocketSideChannel.connect(new InetSocketAddress(server, tcpPort), TIMEOUT)) {
            say(game.connect(0, channel, true, TIMEOUT));
            return game.play(true, TIMEOUT);
        }
    }

    /** Waits for the clients until the thread is interrupted. */
    private Optional<ExtendedReport> serve(ExtendedPingPong game) {
        try (SocketListener listener = SocketListener.at(new InetSocketAddress(tcpPort))) {
            for (int number = 0; number < clients; ) {
                if (Thread.currentThread().isInterrupted()) {
                    return Optional.empty();
                }
                Optional<SideChannel> accepted = listener.accept(SLICE);
                if (accepted.isPresent()) {
                    try (SideChannel channel = accepted.get()) {
                        say(game.connect(number, channel, false, TIMEOUT));
                    }
                    number++;
                }
            }
            return Optional.of(game.play(false, TIMEOUT));
        }
    }

    private void say(ExtendedAddress address) {
        if (options().format() == Format.text) {
            spec().commandLine()
                    .getOut()
                    .printf(
                            "  remote: LID %04x, QPN RECV %06x SEND %06x, PSN %06x, SRQN %06x, GID %s%n",
                            address.lid().bits(),
                            address.receiver(),
                            address.sender(),
                            address.sequenceNumber(),
                            address.receives(),
                            address.gid());
            spec().commandLine().getOut().flush();
        }
    }

    private Result result(ExtendedReport report) {
        double seconds = report.elapsedNanos() / 1e9;
        double bits = 8.0 * size * (report.sent() + report.received());
        return Result.of(
                () -> List.of(
                        String.format(
                                Locale.ROOT,
                                "%d bytes in %.2f seconds = %.2f Mbit/sec",
                                (long) bits / 8,
                                seconds,
                                bits / 1e6 / seconds),
                        String.format(
                                Locale.ROOT,
                                "%d iters in %.2f seconds = %.2f usec/iter",
                                report.received(),
                                seconds,
                                seconds * 1e6 / report.received())),
                () -> report);
    }
}
