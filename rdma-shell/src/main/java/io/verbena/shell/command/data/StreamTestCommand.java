package io.verbena.shell.command.data;

import io.verbena.hca.PortSpace;
import io.verbena.shell.cli.HelpText.Examples;
import io.verbena.shell.cli.Numbers;
import io.verbena.shell.cli.Result;
import io.verbena.shell.cli.Session;
import io.verbena.traffic.stream.StreamTest;
import io.verbena.traffic.stream.StreamTestCase;
import io.verbena.traffic.stream.StreamTestOptions;
import io.verbena.traffic.stream.StreamTestOptions.StreamTestKind;
import io.verbena.traffic.stream.StreamTestOptions.StreamWaits;
import io.verbena.traffic.stream.StreamTestResult;
import java.net.SocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Base class of rstream and riostream, which differ in the way data is transferred. */
public abstract class StreamTestCommand extends CmTestCommand {
    private static final String ALL = "all";

    @Mixin
    AddressesOfFormat addresses = new AddressesOfFormat();

    @Option(names = "-B", paramLabel = "BYTES", description = "Size of the send and receive buffers (default: 524288).")
    int buffer = StreamTestOptions.DEFAULT_BUFFER_BYTES;

    @Option(
            names = "-i",
            paramLabel = "BYTES",
            description = "Maximum length of a message that is copied into a request (default: 64).")
    @Nullable Integer inline;

    @Option(names = "-I", paramLabel = "N", description = "Number of iterations (default: 1).")
    @Nullable Integer iterations;

    @Option(
            names = "-C",
            paramLabel = "N",
            description = "Number of messages in each direction and iteration (default: 1000).")
    @Nullable Integer count;

    @Option(
            names = "-S",
            paramLabel = "BYTES",
            description = "Message size in bytes (default: 1000); all for a series of all sizes.")
    @Nullable String size;

    @Option(names = "-p", paramLabel = "PORT", description = "Port of the server (default: 7471).")
    int port = 7471;

    @Option(
            names = "-T",
            paramLabel = "TEST",
            description =
                    "Test options: a or async (use a poller), b or blocking (block in calls), n or nonblock (call again"
                            + " and again), v or verify (verify the data). Repeat -T for several.")
    List<String> tests = new ArrayList<>();

    /** Returns the interval of the keep-alive; zero for none. */
    Duration keepAlive() {
        return Duration.ZERO;
    }

    /** Returns the kind of transfer, and rejects test options that this program does not have. */
    abstract StreamTestKind kind(Set<Character> chosen);

    @Override
    protected final Result run(Session session) {
        List<List<StreamTestCase>> connections = connections();
        Set<Character> chosen = chosen(tests, "socket", "async", "blocking", "fork", "nonblock", "resolve", "verify");
        StreamTestOptions options = new StreamTestOptions(
                kind(chosen),
                waits(chosen),
                chosen.contains('v'),
                Numbers.within("-B", buffer, 4096, 1 << 30),
                inline == null ? OptionalInt.empty() : OptionalInt.of(Numbers.within("-i", inline, 0, 1024)),
                keepAlive());
        if (options.kind() == StreamTestKind.SOCKET && addresses.format == AddressFormat.gid) {
            throw new IllegalArgumentException(
                    "-f gid: TCP sockets have no GIDs; choose another format, or no -T s or -T f");
        }
        SocketAddress server = addresses.server(PortSpace.TCP, port("-p", port));
        List<Map<String, Object>> report = new ArrayList<>();
        StreamTest test = new StreamTest(() -> session.rdma().streams(), options, TIMEOUT, result -> {
            TestLine line = line(result);
            say(line.text());
            report.add(line.members());
        });
        say(String.format(
                "%-10s%-8s%-8s%-8s%-8s%8s %10s%13s",
                "name", "bytes", "xfers", "iters", "total", "time", "Gb/sec", "usec/xfer"));
        if (server == null) {
            test.serve(connections, addresses.listening(PortSpace.TCP, port));
        } else {
            test.connect(connections, addresses.source(PortSpace.TCP), server);
        }
        return Result.of(List::of, () -> report);
    }

    /** Returns the tests of each connection: one test with the given parameters, or the series. */
    private List<List<StreamTestCase>> connections() {
        boolean all = ALL.equals(size);
        if (iterations == null && count == null && (size == null || all)) {
            return StreamTestCase.series(all);
        }
        int bytes = size == null || all ? 1000 : (int) Numbers.parse("-S", size, 31);
        return List.of(List.of(new StreamTestCase(
                "custom",
                Numbers.within("-S", bytes, 1, 1 << 30),
                count == null ? 1000 : Numbers.within("-C", count, 1, Integer.MAX_VALUE),
                iterations == null ? 1 : Numbers.within("-I", iterations, 1, Integer.MAX_VALUE))));
    }

    private static StreamWaits waits(Set<Character> chosen) {
        if (chosen.contains('a')) {
            return StreamWaits.POLLING;
        }
        return chosen.contains('n') ? StreamWaits.NONBLOCKING : StreamWaits.BLOCKING;
    }

    private static TestLine line(StreamTestResult result) {
        Map<String, Object> details = new LinkedHashMap<>();
        details.put("messages", result.test().messages());
        details.put("iterations", result.test().iterations());
        return new TestLine(
                result.test().name(),
                result.test().size(),
                details,
                result.test().totalBytes(),
                result.elapsedNanos(),
                result.gigabitsPerSecond(),
                "microsPerMessage",
                result.microsPerMessage());
    }

    /**
     * The result of one test, of a stream or of datagrams.
     *
     * @param details what only one of the programs has; the text contains its numbers
     * @param unit the name of the time that a message takes
     */
    record TestLine(
            String name,
            int size,
            Map<String, Object> details,
            long totalBytes,
            long elapsedNanos,
            double gigabitsPerSecond,
            String unit,
            double micros) {
        String text() {
            String counts = details.values().stream()
                    .filter(Number.class::isInstance)
                    .map(count -> String.format("%-8s", StreamTestCase.countText(((Number) count).longValue())))
                    .collect(Collectors.joining());
            return String.format(
                    Locale.ROOT,
                    "%-10s%-8s%s%-8s%8.2fs%10.2f%11.2f",
                    name,
                    StreamTestCase.text(size),
                    counts,
                    StreamTestCase.text(totalBytes),
                    elapsedNanos / 1e9,
                    gigabitsPerSecond,
                    micros);
        }

        Map<String, Object> members() {
            Map<String, Object> members = new LinkedHashMap<>();
            members.put("name", name);
            members.put("size", size);
            members.putAll(details);
            members.put("totalBytes", totalBytes);
            members.put("elapsedNanos", elapsedNanos);
            members.put("gigabitsPerSecond", gigabitsPerSecond);
            members.put(unit, micros);
            return members;
        }
    }

    @Examples({
        "rstream # Wait for a client, and run a series of latency and bandwidth tests.",
        "rstream -s 192.0.2.1 # Run the series with the server at this address.",
        "rstream -s 192.0.2.1 -I 10 -C 100 -S 4096 -T v # Run one test, for which the server has the same options."
    })
    @Command(
            name = "rstream",
            description =
                    "Exchanges messages over a stream (rsocket) and measures them; the peer may be the C program.",
            footer = {
                "",
                "-T s uses TCP sockets instead of RDMA. -T r resolves addresses with the RDMA CM, which streams always do. -T f"
                        + " implies -T s, as in the C program; connections are served in this process."
            })
    public static final class RstreamCommand extends StreamTestCommand {
        @Option(
                names = "-k",
                paramLabel = "SECONDS",
                description =
                        "Interval at which an idle peer is probed, so that its loss is noticed (default: 0, none).")
        int keepAlive;

        @Override
        Duration keepAlive() {
            return Duration.ofSeconds(Numbers.within("-k", keepAlive, 0, 32_767));
        }

        @Override
        StreamTestKind kind(Set<Character> chosen) {
            return chosen.contains('s') || chosen.contains('f') ? StreamTestKind.SOCKET : StreamTestKind.MESSAGES;
        }
    }

    @Examples({
        "riostream # Wait for a client, and run a series of latency and bandwidth tests.",
        "riostream -s 192.0.2.1 -I 10 -C 100 -S 4096 # Run one test, for which the server has the same options."
    })
    @Command(
            name = "riostream",
            description =
                    "Writes into mapped memory of the peer over a stream (rsocket) and measures it; the peer may be the C"
                            + " program.")
    public static final class RiostreamCommand extends StreamTestCommand {
        @Override
        StreamTestKind kind(Set<Character> chosen) {
            for (char other : new char[] {'s', 'f', 'r'}) {
                if (chosen.contains(other)) {
                    throw new IllegalArgumentException(
                            "-T: riostream has no test option " + other + "; expected a, b, n or v");
                }
            }
            return StreamTestKind.MAPPED;
        }
    }
}
