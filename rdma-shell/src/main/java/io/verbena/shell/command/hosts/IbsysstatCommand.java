package io.verbena.shell.command.hosts;

import io.verbena.diag.SystemStatusClient;
import io.verbena.diag.SystemStatusServer;
import io.verbena.error.RdmaException;
import io.verbena.path.IbPath;
import io.verbena.shell.cli.AddressOptions;
import io.verbena.shell.cli.FabricCommand.EndPortCommand;
import io.verbena.shell.cli.HelpText.Examples;
import io.verbena.shell.cli.Result;
import io.verbena.shell.cli.Session;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Examples({"ibsysstat -S # Respond to requests.", "ibsysstat 4 cpu # Show the processors of the host with LID 4."})
@Command(
        name = "ibsysstat",
        description = "Queries a host that runs 'ibsysstat -S', of Verbena or of infiniband-diags.",
        footer = {"", "A server runs until Ctrl-C and then prints the number of requests."})
public final class IbsysstatCommand extends EndPortCommand {
    enum Operation {
        ping,
        host,
        cpu
    }

    @Mixin
    AddressOptions addressing = new AddressOptions();

    @Mixin
    VendorClassOptions vendor = new VendorClassOptions();

    @Option(
            names = {"-S", "--Server"},
            description = "Run the server.")
    boolean server;

    @Parameters(index = "0", arity = "0..1", paramLabel = "ADDRESS", description = "Address of the server.")
    @Nullable String address;

    @Parameters(
            index = "1",
            arity = "0..1",
            paramLabel = "OPERATION",
            description = "Request: ${COMPLETION-CANDIDATES} (default: ping).")
    Operation operation = Operation.ping;

    @Override
    protected Result run(Session session) {
        if (server == (address != null)) {
            throw new IllegalArgumentException(
                    server
                            ? "-S takes no address: a server responds to all hosts"
                            : "missing address; to run the server, give -S");
        }
        if (server) {
            endsByInterrupt();
            SystemStatusServer serving = SystemStatusServer.open(session.mad(), vendor.oui());
            return VendorClassOptions.serve(session, log(), "request", serving::answered, serving::close);
        }
        IbPath path = addressing.gmp(session, address);
        try {
            return ask(new SystemStatusClient(session.mad(), vendor.oui()), path);
        } catch (RdmaException e) {
            throw e.during("cannot query the system status of " + address);
        }
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
