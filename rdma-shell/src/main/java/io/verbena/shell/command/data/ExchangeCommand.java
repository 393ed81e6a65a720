package io.verbena.shell.command.data;

import io.verbena.shell.cli.HelpText.Examples;
import io.verbena.shell.cli.Result;
import io.verbena.shell.cli.Session;
import io.verbena.traffic.cm.CmTestHost;
import io.verbena.traffic.cm.CmTestReport;
import io.verbena.traffic.cm.SimpleExchange;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Base class of rdma_client, rdma_xclient and their servers, which print the start and the end of one exchange. */
public abstract class ExchangeCommand extends CmTestCommand {
    @Option(names = "-p", paramLabel = "PORT", description = "Port of the server (default: 7471).")
    int port = 7471;

    final InetSocketAddress address(@Nullable String host) {
        return host == null
                ? new InetSocketAddress(port("-p", port))
                : new InetSocketAddress(AddressFormat.name.resolved("-s", host), port("-p", port));
    }

    final Result exchange(Supplier<CmTestReport> test) {
        String name = spec().name();
        say(name + ": start");
        CmTestReport report = test.get();
        return Result.of(() -> List.of(name + ": end 0"), () -> report);
    }

    @Examples("rdma_client -s 192.0.2.1 # Exchange one message with the rdma_server at this address.")
    @Command(
            name = "rdma_client",
            description = "Connects to rdma_server with the RDMA CM and exchanges one message; the peer may be the C"
                    + " program.")
    public static final class RdmaClientCommand extends ExchangeCommand {
        @Option(names = "-s", paramLabel = "ADDRESS", description = "Address of the server (default: 127.0.0.1).")
        String server = "127.0.0.1";

        @Override
        protected Result run(Session session) {
            InetSocketAddress address = address(server);
            return exchange(() -> SimpleExchange.connect(host(session), address));
        }
    }

    enum CommunicationType {
        r,
        x
    }

    abstract static class TypedExchangeCommand extends ExchangeCommand {
        @Option(
                names = "-c",
                paramLabel = "TYPE",
                description = "Kind of connection: r (reliable) or x (extended reliable, XRC) (default: r).")
        CommunicationType type = CommunicationType.r;
    }

    @Examples("rdma_server # Wait for one rdma_client at all addresses.")
    @Command(
            name = "rdma_server",
            description = "Waits for rdma_client and exchanges one message; the peer may be the C program.")
    public static final class RdmaServerCommand extends ExchangeCommand {
        @Option(names = "-s", paramLabel = "ADDRESS", description = "Local address (default: all).")
        @Nullable String local;

        @Override
        protected Result run(Session session) {
            InetSocketAddress address = address(local);
            return exchange(() -> SimpleExchange.accept(host(session), address));
        }
    }

    @Examples({
        "rdma_xclient -s 192.0.2.1 # Send one message to the rdma_xserver at this address.",
        "rdma_xclient -s 192.0.2.1 -c x # Send it over an extended reliable connection."
    })
    @Command(
            name = "rdma_xclient",
            description = "Connects to rdma_xserver and sends one message; the peer may be the C program.")
    public static final class RdmaXclientCommand extends TypedExchangeCommand {
        @Option(names = "-s", paramLabel = "ADDRESS", description = "Address of the server (default: 127.0.0.1).")
        String server = "127.0.0.1";

        @Override
        protected Result run(Session session) {
            CmTestHost host = host(session);
            InetSocketAddress address = address(server);
            return exchange(() -> type == CommunicationType.x
                    ? SimpleExchange.connectExtended(host, address)
                    : SimpleExchange.connectOneWay(host, address));
        }
    }

    @Examples({
        "rdma_xserver # Wait for one rdma_xclient at all addresses.",
        "rdma_xserver -c x # Wait for one with an extended reliable connection."
    })
    @Command(
            name = "rdma_xserver",
            description = "Waits for rdma_xclient and receives one message; the peer may be the C program.")
    public static final class RdmaXserverCommand extends TypedExchangeCommand {
        @Override
        protected Result run(Session session) {
            CmTestHost host = host(session);
            InetSocketAddress address = address(null);
            return exchange(() -> type == CommunicationType.x
                    ? SimpleExchange.acceptExtended(host, address)
                    : SimpleExchange.acceptOneWay(host, address));
        }
    }
}
