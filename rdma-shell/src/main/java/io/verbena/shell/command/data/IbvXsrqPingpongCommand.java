package io.verbena.shell.command.data;

import io.verbena.error.ClosingFailures;
import io.verbena.exchange.SideChannel;
import io.verbena.exchange.SocketListener;
import io.verbena.exchange.SocketSideChannel;
import io.verbena.shell.cli.HelpText.Examples;
import io.verbena.shell.cli.Numbers;
import io.verbena.shell.cli.Result;
import io.verbena.shell.cli.Session;
import io.verbena.shell.command.data.PingPongCommand.MtuOption;
import io.verbena.shell.command.data.PingPongCommand.PingPongPort;
import io.verbena.shell.view.PingPongView;
import io.verbena.traffic.ExtendedPingPong;
import io.verbena.traffic.ExtendedPingPong.ExtendedAddress;
import io.verbena.traffic.ExtendedPingPong.ExtendedOptions;
import io.verbena.traffic.ExtendedPingPong.ExtendedReport;
import io.verbena.traffic.PingPongOptions;
import io.verbena.verbs.Context;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Examples({
    "ibv_xsrq_pingpong -d mlx5_0 -c 2 # Wait for two clients.",
    "ibv_xsrq_pingpong -d mlx5_0 -n 100 host2 # Exchange 100 messages with host2, which also has -n 100."
})
@Command(
        name = "ibv_xsrq_pingpong",
        description = "Exchanges messages over extended reliable connections (XRC) with a shared receive queue.",
        footer = {
            "",
            "The exchange over TCP is that of the C program, with which it was tested on a device that transfers nothing. Messages were "
                    + "transferred between these commands on the embedded fabric only, because no software device has XRC."
        })
public final class IbvXsrqPingpongCommand extends PeerCommand {
    private static final Duration TIMEOUT = Duration.ofSeconds(30);
    private static final Duration SLICE = Duration.ofMillis(500);

    @Mixin
    PingPongPort port = new PingPongPort();

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
            names = {"-o", "--odp"},
            description = "Use memory with on-demand paging.")
    boolean onDemand;

    @Override
    protected Result run(Session session) {
        Numbers.within("--port", tcpPort, 1, 65535);
        port.requireRanges();
        ExtendedOptions options = new ExtendedOptions(
                port.number,
                port.gidIndex,
                Numbers.within("--size", size, 1, PingPongOptions.MAX_BYTES),
                mtu.value(),
                Numbers.within("--num_tests", tests, 1, Integer.MAX_VALUE),
                port.serviceLevel,
                port.events,
                onDemand);
        Numbers.within("--clients", clients, 1, ExtendedPingPong.MAX_CLIENTS);
        String server = host;
        try (Context context = port.open(session.rdma());
                ExtendedPingPong game = ExtendedPingPong.open(context, options, server == null ? clients : 1)) {
            Optional<ExtendedReport> report = server == null ? serve(game) : Optional.of(call(game, server));
            return report.map(this::result).orElseGet(() -> Result.of(List::of, Map::of));
        }
    }

    private ExtendedReport call(ExtendedPingPong game, String server) {
        try (SideChannel channel = SocketSideChannel.connect(new InetSocketAddress(server, tcpPort), TIMEOUT)) {
            say(game.connect(0, channel, true, TIMEOUT));
            ExtendedReport report = game.play(true, TIMEOUT);
            game.finish(List.of(channel), true, TIMEOUT);
            return report;
        }
    }

    private Optional<ExtendedReport> serve(ExtendedPingPong game) {
        List<SideChannel> channels = new ArrayList<>();
        try (SocketListener listener = SocketListener.at(new InetSocketAddress(tcpPort))) {
            while (channels.size() < clients) {
                if (Thread.currentThread().isInterrupted()) {
                    return Optional.empty();
                }
                listener.accept(SLICE).ifPresent(channel -> {
                    channels.add(channel);
                    say(game.connect(channels.size() - 1, channel, false, TIMEOUT));
                });
            }
            ExtendedReport report = game.play(false, TIMEOUT);
            game.finish(channels, false, TIMEOUT);
            return Optional.of(report);
        } finally {
            ClosingFailures failures = new ClosingFailures();
            failures.closeAll(channels);
            failures.rethrow();
        }
    }

    private void say(ExtendedAddress address) {
        say(String.format(
                "  remote: LID %04x, QPN RECV %06x SEND %06x, PSN %06x, SRQN %06x, GID %s",
                address.lid().bits(),
                address.receiver(),
                address.sender(),
                address.sequenceNumber(),
                address.receives(),
                address.gid()));
    }

    private Result result(ExtendedReport report) {
        double seconds = report.elapsedNanos() / 1e9;
        double bits = 8.0 * size * (report.sent() + report.received());
        return Result.of(
                () -> PingPongView.rates(
                        seconds,
                        (long) bits / 8,
                        bits / 1e6 / seconds,
                        report.received(),
                        seconds * 1e6 / report.received()),
                () -> report);
    }
}
