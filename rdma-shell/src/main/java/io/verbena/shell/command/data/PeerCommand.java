package io.verbena.shell.command.data;

import io.verbena.exchange.SideChannel;
import io.verbena.exchange.SocketListener;
import io.verbena.shell.cli.FabricCommand;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Base class of the programs whose two sides meet at a TCP port. Without a host, the command is the server. */
abstract class PeerCommand extends FabricCommand {
    private static final Duration SLICE = Duration.ofMillis(500);

    @Option(
            names = {"-p", "--port"},
            paramLabel = "PORT",
            description = "TCP port of the server (default: 18515).")
    int tcpPort = 18515;

    @Parameters(
            index = "0",
            arity = "0..1",
            paramLabel = "HOST",
            description = "Host of the server (default: be the server).")
    @Nullable String host;

    final int validPort() {
        if (tcpPort < 1 || tcpPort > 65535) {
            throw new IllegalArgumentException("--port: " + tcpPort + " is not a TCP port; expected 1 to 65535");
        }
        return tcpPort;
    }

    /** Waits for clients one after the other, and returns the outcome of the last; empty if the thread is interrupted. */
    final <T> Optional<T> serve(int clients, Runnable ready, Function<SideChannel, T> conversation) {
        return serve(new InetSocketAddress(tcpPort), clients, ready, conversation);
    }

    /** Waits for clients at an address; see {@link #serve(int, Runnable, Function)}. */
    static <T> Optional<T> serve(
            InetSocketAddress address, int clients, Runnable ready, Function<SideChannel, T> conversation) {
        T outcome = null;
        try (SocketListener listener = SocketListener.at(address)) {
            ready.run();
            for (int served = 0; served < clients; ) {
                if (Thread.currentThread().isInterrupted()) {
                    return Optional.empty();
                }
                Optional<SideChannel> accepted = listener.accept(SLICE);
                if (accepted.isPresent()) {
                    try (SideChannel channel = accepted.get()) {
                        outcome = conversation.apply(channel);
                    }
                    served++;
                }
            }
        }
        return Optional.ofNullable(outcome);
    }
}
