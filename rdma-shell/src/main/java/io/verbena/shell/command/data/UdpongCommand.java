package io.verbena.shell.command.data;

import io.verbena.shell.cli.HelpText.Examples;
import io.verbena.shell.cli.Numbers;
import io.verbena.shell.cli.Result;
import io.verbena.shell.cli.Session;
import io.verbena.shell.command.data.StreamTestCommand.TestLine;
import io.verbena.traffic.stream.PongCase;
import io.verbena.traffic.stream.PongResult;
import io.verbena.traffic.stream.PongTest;
import io.verbena.traffic.stream.StreamTestOptions;
import io.verbena.traffic.stream.StreamTestOptions.StreamWaits;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Examples({
    "udpong # Wait for clients until Ctrl-C.",
    "udpong -s 192.0.2.1 # Run the series with the server at this address.",
    "udpong -s 192.0.2.1 -C 100 -S 512 -T e # Send 100 datagrams, each of which the server returns."
})
@Command(
        name = "udpong",
        description =
                "Exchanges datagrams over unreliable datagram queue pairs (rsocket) and measures them; the peer may be the C"
                        + " program.",
        footer = {
            "",
            "The series has the sizes that fit into the MTU of the port. -T s uses UDP sockets instead of RDMA, also at the server.",
            "The C program fails on RoCE at rconnect, because it uses an address without a GID; it works on InfiniBand."
        })
public final class UdpongCommand extends CmTestCommand {
    private static final int MAX_SIZE = 2040;

    @Mixin
    Addresses addresses = new Addresses();

    @Option(names = "-B", paramLabel = "BYTES", description = "Size of the send and receive buffers (default: 524288).")
    int buffer = StreamTestOptions.DEFAULT_BUFFER_BYTES;

    @Option(names = "-C", paramLabel = "N", description = "Number of datagrams (default: 1000).")
    @Nullable Integer count;

    @Option(
            names = "-S",
            paramLabel = "BYTES",
            description = "Size of a datagram in bytes, 16 to 2040 (default: 1000).")
    @Nullable Integer size;

    @Option(names = "-p", paramLabel = "PORT", description = "Port of the server (default: 7174).")
    int port = 7174;

    @Option(
            names = "-T",
            paramLabel = "TEST",
            description =
                    "Test options: a or async, or b or blocking (block in calls), n or nonblock (call again and again), e"
                            + " or echo (the server returns each datagram), s or socket (use UDP sockets). Repeat -T for several.")
    List<String> tests = new ArrayList<>();

    @Override
    protected Result run(Session session) {
        Set<Character> chosen = chosen(tests, "socket", "async", "blocking", "nonblock", "echo");
        PongTest test = new PongTest(
                () -> session.rdma().streams(),
                chosen.contains('s'),
                chosen.contains('n') ? StreamWaits.NONBLOCKING : StreamWaits.BLOCKING,
                Numbers.within("-B", buffer, 4096, 1 << 30),
                TIMEOUT);
        List<PongCase> cases = cases(chosen.contains('e'));
        InetSocketAddress server = addresses.server(port("-p", port));
        if (server == null) {
            test.serve(
                    addresses.listening(port),
                    client -> say("client login from " + client.getAddress().getHostAddress()));
            return Result.of(List::of, Map::of);
        }
        say(String.format(
                "%-10s%-8s%-8s%-8s%8s %10s%13s", "name", "bytes", "xfers", "total", "time", "Gb/sec", "usec/xfer"));
        List<Map<String, Object>> report = new ArrayList<>();
        test.call(
                addresses.source(),
                server,
                maxLength -> cases.isEmpty() ? PongCase.series(maxLength) : cases,
                result -> {
                    TestLine line = line(result);
                    say(line.text());
                    report.add(line.members());
                });
        return Result.of(List::of, () -> report);
    }

    /** Returns the test with the given parameters; none for the series. */
    private List<PongCase> cases(boolean echo) {
        if (count == null && size == null) {
            return List.of();
        }
        return List.of(new PongCase(
                "custom",
                size == null ? 1000 : Numbers.within("-S", size, PongCase.MIN_SIZE, MAX_SIZE),
                count == null ? 1000 : Numbers.within("-C", count, 1, Integer.MAX_VALUE),
                echo));
    }

    private static TestLine line(PongResult result) {
        Map<String, Object> details = new LinkedHashMap<>();
        details.put("echo", result.test().echo());
        details.put("transfers", result.transfers());
        return new TestLine(
                result.test().name(),
                result.test().size(),
                details,
                result.totalBytes(),
                result.elapsedNanos(),
                result.gigabitsPerSecond(),
                "microsPerDatagram",
                result.microsPerDatagram());
    }
}
