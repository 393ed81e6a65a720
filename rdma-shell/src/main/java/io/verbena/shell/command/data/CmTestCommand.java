package io.verbena.shell.command.data;

import io.verbena.shell.cli.CommonOptions.Format;
import io.verbena.shell.cli.FabricCommand;
import io.verbena.shell.cli.Numbers;
import io.verbena.shell.cli.Result;
import io.verbena.shell.cli.Session;
import io.verbena.traffic.cm.CmTestHost;
import io.verbena.traffic.cm.CmTestOptions;
import io.verbena.traffic.cm.CmTestReport;
import java.io.PrintWriter;
import java.net.Inet4Address;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Base class of the commands that have the names of programs of rdmacm-utils. */
abstract class CmTestCommand extends FabricCommand {
    static final Duration TIMEOUT = Duration.ofSeconds(30);

    /** Prints a line without buffering in the text format, so that the user sees the progress of both sides. */
    final void say(String line) {
        if (options().format() == Format.text) {
            PrintWriter out = out();
            out.println(line);
            out.flush();
        }
    }

    final CmTestHost host(Session session) {
        return new CmTestHost(session.rdma().connectionManager(), session.rdma()::verbs, TIMEOUT, this::say);
    }

    /** Returns the result of a test whose C program ends with its status. */
    final Result complete(CmTestReport report) {
        return Result.of(() -> List.of("return status 0"), () -> report);
    }

    static int port(String option, int port) {
        return Numbers.within(option, port, 1, 65535);
    }

    static final class Addresses {
        @Option(
                names = "-s",
                paramLabel = "ADDRESS",
                description = "Run the client, and connect to this server (default: run the server).")
        @Nullable String server;

        @Option(
                names = "-b",
                paramLabel = "ADDRESS",
                description = "Local address (default: all addresses for a server, any for a client).")
        @Nullable String local;

        /** Returns the address of the server; null if this is the server. */
        @Nullable InetSocketAddress server(int port, AddressFormat format) {
            return server == null ? null : new InetSocketAddress(format.resolved("-s", server), port);
        }

        /** Returns the local address of a client; null for any. */
        @Nullable InetAddress source(AddressFormat format) {
            return local == null ? null : format.resolved("-b", local);
        }

        InetSocketAddress listening(int port, AddressFormat format) {
            InetAddress source = source(format);
            return source == null ? new InetSocketAddress(port) : new InetSocketAddress(source, port);
        }
    }

    enum AddressFormat {
        name(InetAddress.class),
        /** IPv4. */
        ip(Inet4Address.class),
        /** IPv6. */
        ipv6(Inet6Address.class);

        private final Class<? extends InetAddress> family;

        AddressFormat(Class<? extends InetAddress> family) {
            this.family = family;
        }

        InetAddress resolved(String option, String text) {
            try {
                return Stream.of(InetAddress.getAllByName(text))
                        .filter(family::isInstance)
                        .findFirst()
                        .orElseThrow(() -> new IllegalArgumentException(
                                option + ": '" + text + "' has no address of format " + name() + " (-f)"));
            } catch (UnknownHostException e) {
                throw new IllegalArgumentException(
                        option + ": '" + text + "' cannot be resolved; check the spelling and DNS", e);
            }
        }
    }

    static final class FormatOption {
        @Option(
                names = "-f",
                paramLabel = "FORMAT",
                description = "Format of the addresses: ${COMPLETION-CANDIDATES} (default: name).")
        AddressFormat value = AddressFormat.name;
    }

    static final class Messages {
        @Option(names = "-c", paramLabel = "N", description = "Number of connections (default: 1).")
        int connections = 1;

        @Option(names = "-C", paramLabel = "N", description = "Number of messages of each connection (default: 10).")
        int count = 10;

        @Option(names = "-S", paramLabel = "BYTES", description = "Message size in bytes (default: 100).")
        int size = 100;

        void check() {
            Numbers.within("-c", connections, 1, CmTestOptions.MAX_CONNECTIONS);
            Numbers.within("-C", count, 0, CmTestOptions.MAX_MESSAGES);
            Numbers.within("-S", size, 1, CmTestOptions.MAX_SIZE);
        }
    }
}
