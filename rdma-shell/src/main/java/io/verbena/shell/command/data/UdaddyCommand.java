package io.verbena.shell.command.data;

import io.verbena.hca.PortSpace;
import io.verbena.shell.cli.HelpText.Examples;
import io.verbena.shell.cli.Numbers;
import io.verbena.shell.cli.Result;
import io.verbena.shell.cli.Session;
import io.verbena.traffic.cm.CmTestOptions;
import io.verbena.traffic.cm.DatagramTest;
import java.net.InetSocketAddress;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Examples({
    "udaddy # Wait for a client.",
    "udaddy -s 192.0.2.1 -C 100 # Exchange 100 datagrams with the server at this address, which also has -C 100."
})
@Command(
        name = "udaddy",
        description = "Resolves queue pairs with the RDMA CM and exchanges datagrams; the peer may be the C program.")
public final class UdaddyCommand extends CmTestCommand {
    private static final int PORT = 7174;

    @Mixin
    Addresses addresses = new Addresses();

    @Mixin
    FormatOption format = new FormatOption();

    @Mixin
    Messages messages = new Messages();

    @Option(names = "-t", paramLabel = "TOS", description = "Type of service, 0 to 255 (default: none).")
    @Nullable Integer typeOfService;

    @Mixin
    DatagramSpace space = new DatagramSpace();

    @Option(names = "-P", paramLabel = "SPACE", description = "Port space by name: udp or ipoib (default: udp).")
    @Nullable String spaceName;

    @Override
    protected Result run(Session session) {
        messages.check();
        CmTestOptions options = new CmTestOptions(
                spaceName == null ? space.value() : named(spaceName),
                messages.connections,
                messages.count,
                messages.size,
                UcmatoseCommand.optional("-t", typeOfService, 255),
                OptionalInt.empty(),
                false);
        InetSocketAddress server = addresses.server(PORT, format.value);
        return complete(
                server == null
                        ? DatagramTest.serve(host(session), options, addresses.listening(PORT, format.value))
                        : DatagramTest.connect(host(session), options, addresses.source(format.value), server));
    }

    private static PortSpace named(String name) {
        return Stream.of(PortSpace.UDP, PortSpace.IPOIB)
                .filter(space -> space.text().toLowerCase(Locale.ROOT).equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        "-P: '" + name + "' is not a port space of datagrams; expected udp or ipoib"));
    }

    /** The option for the port space of datagrams, which udaddy and mckey take as a number. */
    static final class DatagramSpace {
        @Option(
                names = "-p",
                paramLabel = "SPACE",
                description = "Port space: 0x111 for UDP, 0x2 for IPoIB (default: 0x111).")
        String text = "0x111";

        PortSpace value() {
            long code = Numbers.parse("-p", text, 16);
            return Stream.of(PortSpace.UDP, PortSpace.IPOIB)
                    .filter(space -> space.code() == code)
                    .findFirst()
                    .orElseThrow(() -> new IllegalArgumentException("-p: '" + text
                            + "' is not a port space of datagrams; expected 0x111 (UDP) or 0x2 (IPoIB)"));
        }
    }
}
