package io.verbena.shell.command.data;

import io.verbena.cm.ConnectionRequest;
import io.verbena.cm.EventChannel;
import io.verbena.error.RdmaException;
import io.verbena.shell.cli.ErrorPrinter;
import io.verbena.shell.cli.FabricCommand;
import io.verbena.shell.cli.HelpText.Examples;
import io.verbena.shell.cli.Numbers;
import io.verbena.shell.cli.Result;
import io.verbena.shell.cli.Session;
import io.verbena.traffic.RpingClient;
import io.verbena.traffic.RpingOptions;
import io.verbena.traffic.RpingServer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Examples({
    "rping -s -a 192.0.2.1 -v # Wait for a client at this address, and show its pings.",
    "rping -c -a 192.0.2.1 -C 10 -v -V # Send ten pings, and show and verify them.",
    "rping -s -a ::0 -P # Serve one client after another at all addresses."
})
@Command(
        name = "rping",
        description = "Pings over an RDMA CM connection with sends, reads and writes; the peer may be the C program.",
        footer = {"", "Without -C, a client runs until Ctrl-C. A server ends with its client unless -P is given."})
public final class RpingCommand extends FabricCommand {
    private static final Duration TIMEOUT = Duration.ofSeconds(30);
    private static final Duration SLICE = Duration.ofMillis(500);

    @Option(names = "-s", description = "Run the server.")
    boolean server;

    @Option(names = "-c", description = "Run the client.")
    boolean client;

    @Option(
            names = "-a",
            paramLabel = "ADDRESS",
            description = "Client: address of the server. Server: local address (default: all).")
    @Nullable String address;

    @Option(names = "-I", paramLabel = "ADDRESS", description = "Client: local address to connect from.")
    @Nullable String source;

    @Option(names = "-p", paramLabel = "PORT", description = "Port of the server (default: 7174).")
    int port = 7174;

    @Option(names = "-C", paramLabel = "N", description = "Number of pings (default: until Ctrl-C).")
    @Nullable Integer count;

    @Option(names = "-S", paramLabel = "BYTES", description = "Size of a ping in bytes, 25 to 65535 (default: 64).")
    int size = RpingOptions.DEFAULTS.size();

    @Option(names = "-V", description = "Verify the data that comes back.")
    boolean validate;

    @Option(names = "-P", description = "Serve one client after another until Ctrl-C.")
    boolean persistent;

    @Option(names = "-q", description = "Create the queue pair in this program, which also changes its states.")
    boolean ownQueuePair;

    /** The standard options; the mixin of picocli would also claim {@code -V}. */
    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Show this help message and exit.")
    boolean help;

    @Option(names = "--version", versionHelp = true, description = "Print version information and exit.")
    boolean version;

    @Override
    protected Result run(Session session) {
        if (server == client) {
            throw new IllegalArgumentException("give -s to run the server, or -c to run the client");
        }
        if (count != null && count < 1) {
            throw new IllegalArgumentException("-C: " + count + " is out of range; expected at least 1");
        }
        if (port < 1 || port > 65535) {
            throw new IllegalArgumentException("-p: " + port + " is not a port; expected 1 to 65535");
        }
        Numbers.within("-S", size, RpingOptions.MIN_SIZE, RpingOptions.MAX_SIZE);
        if (client && address == null) {
            throw new IllegalArgumentException("-c requires -a, the address of the server");
        }
        RpingOptions options = new RpingOptions(size, validate, ownQueuePair);
        try (EventChannel channel = session.rdma().connectionManager().eventChannel()) {
            return client ? ping(session, channel, options) : serve(session, channel, options);
        }
    }

    private static InetAddress resolved(String option, String name) {
        return CmTestCommand.AddressFormat.name.resolved(option, name);
    }

    private Result ping(Session session, EventChannel channel, RpingOptions options) {
        InetSocketAddress to = new InetSocketAddress(resolved("-a", String.valueOf(address)), port);
        InetAddress from = source == null ? null : resolved("-I", source);
        int pings = 0;
        long start = System.nanoTime();
        try (RpingClient pinging = RpingClient.connect(channel, session.rdma()::verbs, options, from, to, TIMEOUT)) {
            while ((count == null || pings < count) && !Thread.currentThread().isInterrupted()) {
                show("ping data: " + pinging.ping());
                pings++;
            }
        }
        return result(pings, System.nanoTime() - start);
    }

    private Result serve(Session session, EventChannel channel, RpingOptions options) {
        InetSocketAddress local =
                address == null ? new InetSocketAddress(port) : new InetSocketAddress(resolved("-a", address), port);
        long start = System.nanoTime();
        ExecutorService threads = Executors.newCachedThreadPool();
        try (RpingServer serving = RpingServer.listen(channel, session.rdma()::verbs, options, local, TIMEOUT)) {
            while (!Thread.currentThread().isInterrupted()) {
                Optional<ConnectionRequest> request = serving.request(SLICE);
                if (request.isPresent() && !persistent) {
                    return result(serve(serving, request.get()), System.nanoTime() - start);
                }
                request.ifPresent(incoming -> threads.execute(() -> serveOneOfMany(serving, incoming)));
            }
        } finally {
            threads.shutdownNow();
        }
        return Result.of(List::of, Map::of);
    }

    private int serve(RpingServer serving, ConnectionRequest request) {
        return serving.serve(request, ping -> show("server ping data: " + ping));
    }

    /** Serves one client and reports its failure, which does not affect other clients. */
    private void serveOneOfMany(RpingServer serving, ConnectionRequest request) {
        try {
            serve(serving, request);
        } catch (RdmaException e) {
            ErrorPrinter.print(e.during("cannot serve " + request.id()), options(), log());
        }
    }

    private void show(String line) {
        if (options().verbosity() > 0) {
            say(line);
        }
    }

    record Pings(int pings, long elapsedNanos) {}

    private static Result result(int pings, long nanos) {
        return Result.of(List::of, () -> new Pings(pings, nanos));
    }
}
