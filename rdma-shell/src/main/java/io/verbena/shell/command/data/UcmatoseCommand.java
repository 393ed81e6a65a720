package io.verbena.shell.command.data;

import io.verbena.hca.PortSpace;
import io.verbena.shell.cli.HelpText.Examples;
import io.verbena.shell.cli.Numbers;
import io.verbena.shell.cli.Result;
import io.verbena.shell.cli.Session;
import io.verbena.traffic.cm.CmTestOptions;
import io.verbena.traffic.cm.ConnectionTest;
import java.net.InetSocketAddress;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Examples({
    "ucmatose -c 10 # Wait for ten connections.",
    "ucmatose -c 10 -s 192.0.2.1 # Connect ten times to the server at this address, which also has -c 10."
})
@Command(
        name = "ucmatose",
        description =
                "Establishes RDMA CM connections, exchanges messages and disconnects; the peer may be the C program.")
public final class UcmatoseCommand extends CmTestCommand {
    @Mixin
    Addresses addresses = new Addresses();

    @Mixin
    FormatOption format = new FormatOption();

    @Option(names = "-P", paramLabel = "SPACE", description = "Port space: tcp or ib (default: tcp).")
    String space = "tcp";

    @Mixin
    Messages messages = new Messages();

    @Option(names = "-t", paramLabel = "TOS", description = "Type of service, 0 to 255 (default: none).")
    @Nullable Integer typeOfService;

    @Option(names = "-p", paramLabel = "PORT", description = "Port of the server (default: 7471).")
    int port = 7471;

    @Option(names = "-m", description = "Move the connections to another event channel before they end.")
    boolean migrate;

    @Option(
            names = "-a",
            paramLabel = "N",
            description = "Timeout of an acknowledgement, 4.096 us * 2^N with N from 0 to 31 (default: of the system).")
    @Nullable Integer acknowledgeTimeout;

    @Override
    protected Result run(Session session) {
        messages.check();
        CmTestOptions options = new CmTestOptions(
                portSpace(),
                messages.connections,
                messages.count,
                messages.size,
                optional("-t", typeOfService, 255),
                optional("-a", acknowledgeTimeout, 31),
                migrate);
        InetSocketAddress server = addresses.server(port("-p", port), format.value);
        return complete(
                server == null
                        ? ConnectionTest.serve(host(session), options, addresses.listening(port, format.value))
                        : ConnectionTest.connect(host(session), options, addresses.source(format.value), server));
    }

    static OptionalInt optional(String option, @Nullable Integer value, int max) {
        return value == null ? OptionalInt.empty() : OptionalInt.of(Numbers.within(option, value, 0, max));
    }

    private PortSpace portSpace() {
        return switch (space) {
            case "tcp" -> PortSpace.TCP;
            case "ib" -> PortSpace.IB;
            default ->
                throw new IllegalArgumentException(
                        "-P: '" + space + "' is not a port space of connections; expected tcp or ib");
        };
    }
}
