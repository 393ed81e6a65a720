package io.verbena.shell.command.data;

import io.verbena.shell.cli.HelpText.Examples;
import io.verbena.shell.cli.Numbers;
import io.verbena.shell.cli.Result;
import io.verbena.shell.cli.Session;
import io.verbena.traffic.cm.CmTestOptions;
import io.verbena.traffic.cm.ConnectionTimes;
import io.verbena.traffic.cm.ConnectionTimes.ConnectionStep;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Examples({
    "cmtime # Wait for 100 connections.",
    "cmtime -s 192.0.2.1 # Measure the steps of 100 connections to the server at this address."
})
@Command(
        name = "cmtime",
        description = "Measures the steps of RDMA CM connections, from the identifier to its end; the peer may be the C"
                + " program.")
public final class CmtimeCommand extends CmTestCommand {
    private static final double MILLI = 1e6;
    private static final double MICRO = 1e3;

    @Mixin
    Addresses addresses = new Addresses();

    @Option(names = "-c", paramLabel = "N", description = "Number of connections (default: 100).")
    int connections = 100;

    @Option(names = "-p", paramLabel = "PORT", description = "Port of the server (default: 7471).")
    int port = 7471;

    @Option(
            names = "-r",
            paramLabel = "N",
            description = "Number of retries to resolve an address or a path (default: 2).")
    int retries = 2;

    @Option(
            names = "-t",
            paramLabel = "MS",
            description = "Timeout to resolve an address or a path, in milliseconds (default: 2000).")
    int timeout = 2000;

    @Override
    protected Result run(Session session) {
        Numbers.within("-c", connections, 1, CmTestOptions.MAX_CONNECTIONS);
        Numbers.within("-r", retries, 0, 1000);
        Numbers.within("-t", timeout, 1, Integer.MAX_VALUE);
        InetSocketAddress server = addresses.server(port("-p", port), AddressFormat.name);
        if (server == null) {
            int served =
                    ConnectionTimes.serve(host(session), connections, addresses.listening(port, AddressFormat.name));
            return Result.of(List::of, () -> Map.of("connections", served));
        }
        List<ConnectionStep> steps = ConnectionTimes.measure(
                host(session),
                connections,
                addresses.source(AddressFormat.name),
                server,
                retries,
                Duration.ofMillis(timeout));
        return Result.of(() -> table(steps), () -> steps);
    }

    private static List<String> table(List<ConnectionStep> steps) {
        return Stream.concat(
                        Stream.of("step              total ms     max ms     min us  us / conn"),
                        steps.stream()
                                .map(step -> String.format(
                                        Locale.ROOT,
                                        "%-13s: %11.2f%11.2f%11.2f%11.2f",
                                        step.name(),
                                        step.totalNanos() / MILLI,
                                        step.maxNanos() / MILLI,
                                        step.minNanos() / MICRO,
                                        step.totalNanos() / MICRO / step.connections())))
                .toList();
    }
}
