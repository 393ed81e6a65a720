package io.verbena.shell.command.hosts;

import io.verbena.diag.PingClient;
import io.verbena.diag.PingClient.PingStatistics;
import io.verbena.diag.PingClient.Pong;
import io.verbena.diag.PingServer;
import io.verbena.diag.SystemStatusClient;
import io.verbena.diag.SystemStatusServer;
import io.verbena.error.RdmaException;
import io.verbena.mad.MadException;
import io.verbena.path.IbPath;
import io.verbena.shell.cli.CommonOptions.Format;
import io.verbena.shell.cli.ErrorPrinter;
import io.verbena.shell.cli.FabricCommand.AddressedCommand;
import io.verbena.shell.cli.HelpText.Examples;
import io.verbena.shell.cli.HelpText.Exits;
import io.verbena.shell.cli.Interrupts;
import io.verbena.shell.cli.Numbers;
import io.verbena.shell.cli.Result;
import io.verbena.shell.cli.Session;
import io.verbena.shell.view.Names;
import io.verbena.shell.view.SmpqueryView;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Base class of commands whose server and client exchange datagrams of a vendor class. */
public abstract class VendorClassCommand extends AddressedCommand {
    private static final int OUI_BITS = 24;

    @Option(
            names = {"-o", "--oui"},
            paramLabel = "N",
            description = "OUI of the vendor class (default: 0x001405, OpenIB).")
    String oui = "0x001405";

    @Parameters(index = "0", arity = "0..1", paramLabel = "ADDRESS", description = "Address of the server.")
    @Nullable String address;

    final int oui() {
        return (int) Numbers.parse("--oui", oui, OUI_BITS);
    }

    final void requireRole(boolean server) {
        if (server == (address != null)) {
            throw new IllegalArgumentException(
                    server
                            ? "-S takes no address: a server responds to all hosts"
                            : "missing address; to run the server, give -S");
        }
    }

    /** Runs a server until Ctrl-C, closes it, and returns the number of requests that it has answered. */
    final Result serve(Session session, String what, LongSupplier answered, Runnable close) {
        endsByInterrupt();
        try {
            log().println("verbena: responding to " + what + "s at LID "
                    + session.endPort().attributes().lid().bits() + " of "
                    + session.endPort().name()
                    + "; press Ctrl-C to stop");
            log().flush();
            Interrupts.untilInterrupted();
        } finally {
            close.run();
        }
        long count = answered.getAsLong();
        // A terminal shows ^C at the cursor, so the last line starts on a line of its own.
        return Result.of(() -> List.of("", Names.count(count, what) + " answered"), () -> Map.of("answered", count));
    }

    @Exits(found = "a ping timed out")
    @Examples({"ibping -S # Respond to pings.", "ibping -c 5 4 # Send five pings to the host with LID 4."})
    @Command(
            name = "ibping",
            description = "Pings a host that runs 'ibping -S', of Verbena or of infiniband-diags.",
            footer = {
                "",
                "Without -c, it runs until Ctrl-C and then prints statistics. A server also runs until Ctrl-C."
            })
    public static final class IbpingCommand extends VendorClassCommand {
        private static final Duration PAUSE = Duration.ofSeconds(1);

        @Option(
                names = {"-c", "--count"},
                paramLabel = "N",
                description = "Number of pings (default: until Ctrl-C).")
        int count;

        @Option(
                names = {"-f", "--flood"},
                description = "Send the next ping as soon as the response arrives, and show only the statistics.")
        boolean flood;

        @Option(
                names = {"-S", "--Server"},
                description = "Run the server, which responds to pings.")
        boolean server;

        @Override
        protected Result run(Session session) {
            requireRole(server);

            if (count < 0) {
                throw new IllegalArgumentException("--count: " + count + " is out of range; expected at least 1");
            }
            if (server) {
                PingServer serving = PingServer.open(session.mad(), oui());
                return serve(session, "ping", serving::answered, serving::close);
            }
            if (count == 0) {
                endsByInterrupt();
            }
            return ping(new PingClient(session.mad(), oui()), addressing.gmp(session, address));
        }

        private Result ping(PingClient client, IbPath path) {
            boolean printing = !flood && options().format() == Format.text;
            PrintWriter out = out();
            List<Duration> roundTrips = new ArrayList<>();
            String host = "";
            long start = System.nanoTime();
            int sent = 0;
            boolean running = true;
            while (running && (count == 0 || sent < count)) {
                sent++;
                try {
                    Pong pong = client.ping(path);
                    host = pong.host();
                    roundTrips.add(pong.roundTrip());
                    if (printing) {
                        out.println(pong(host, path, pong.roundTrip()));
                        out.flush();
                    }
                } catch (MadException e) {
                    ErrorPrinter.print(e.during("ping " + sent + " is lost"), options(), log());
                } catch (RdmaException e) {
                    throw e.during("cannot ping " + path);
                }
                running = !Thread.currentThread().isInterrupted() && (flood || Interrupts.pause(PAUSE));
            }
            return result(host, path, PingStatistics.of(sent, roundTrips, Duration.ofNanos(System.nanoTime() - start)));
        }

        private static Result result(String host, IbPath path, PingStatistics statistics) {
            Map<String, Object> report = new LinkedHashMap<>();
            report.put("host", host);
            report.put("path", path);
            report.put("sent", statistics.sent());
            report.put("received", statistics.received());
            report.put("elapsedMillis", statistics.elapsed().toMillis());
            report.put("fastestNanos", statistics.fastest().toNanos());
            report.put("meanNanos", statistics.mean().toNanos());
            report.put("slowestNanos", statistics.slowest().toNanos());
            return Result.of(() -> statistics(host, path, statistics), () -> report)
                    .found(statistics.received() < statistics.sent());
        }

        private static String pong(String host, IbPath from, Duration roundTrip) {
            return "Pong from " + Names.printable(host) + " (" + SmpqueryView.name(from) + "): time "
                    + millis(roundTrip) + " ms";
        }

        private static List<String> statistics(String host, IbPath to, PingStatistics statistics) {
            return List.of(
                    "",
                    "--- " + Names.printable(host) + " (" + SmpqueryView.name(to) + ") ibping statistics ---",
                    statistics.sent() + " packets transmitted, " + statistics.received() + " received, "
                            + statistics.lossPercent() + "% packet loss, time "
                            + statistics.elapsed().toMillis() + " ms",
                    "rtt min/avg/max = " + millis(statistics.fastest()) + "/" + millis(statistics.mean()) + "/"
                            + millis(statistics.slowest()) + " ms");
        }

        private static String millis(Duration time) {
            return String.format(Locale.ROOT, "%.3f", time.toNanos() / 1e6);
        }
    }

    @Examples({"ibsysstat -S # Respond to requests.", "ibsysstat 4 cpu # Show the processors of the host with LID 4."})
    @Command(
            name = "ibsysstat",
            description = "Queries a host that runs 'ibsysstat -S', of Verbena or of infiniband-diags.",
            footer = {"", "A server runs until Ctrl-C and then prints the number of requests."})
    public static final class IbsysstatCommand extends VendorClassCommand {
        enum Operation {
            ping,
            host,
            cpu
        }

        @Option(
                names = {"-S", "--Server"},
                description = "Run the server.")
        boolean server;

        @Parameters(
                index = "1",
                arity = "0..1",
                paramLabel = "OPERATION",
                description = "Request: ${COMPLETION-CANDIDATES} (default: ping).")
        Operation operation = Operation.ping;

        @Override
        protected Result run(Session session) {
            requireRole(server);
            if (server) {
                SystemStatusServer serving = SystemStatusServer.open(session.mad(), oui());
                return serve(session, "request", serving::answered, serving::close);
            }
            IbPath path = addressing.gmp(session, address);
            return during(
                    "cannot query the system status of " + address,
                    () -> ask(new SystemStatusClient(session.mad(), oui()), path));
        }

        private Result ask(SystemStatusClient client, IbPath path) {
            return switch (operation) {
                case ping -> {
                    Duration time = client.ping(path);
                    yield Result.of(
                            () -> List.of("sysstat ping succeeded"), () -> Map.of("roundTripNanos", time.toNanos()));
                }
                case host -> {
                    String name = client.host(path);
                    yield Result.of(() -> List.of(name), () -> Map.of("host", name));
                }
                case cpu ->
                    Result.of(
                            client.processors(path),
                            processors -> processors.stream()
                                    .map(each -> String.format(
                                            Locale.ROOT,
                                            "cpu %d: model  %s MHZ  %.3f",
                                            each.number(),
                                            each.model(),
                                            each.megahertz()))
                                    .collect(Collectors.toCollection(ArrayList::new)));
            };
        }
    }
}
