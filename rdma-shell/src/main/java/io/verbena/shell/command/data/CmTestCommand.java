package io.verbena.shell.command.data;

import io.verbena.hca.IbSocketAddress;
import io.verbena.hca.PortSpace;
import io.verbena.iba.Gid;
import io.verbena.shell.cli.FabricCommand;
import io.verbena.shell.cli.HelpText.Examples;
import io.verbena.shell.cli.Numbers;
import io.verbena.shell.cli.Result;
import io.verbena.shell.cli.Session;
import io.verbena.traffic.cm.CmTestHost;
import io.verbena.traffic.cm.CmTestOptions;
import io.verbena.traffic.cm.CmTestReport;
import io.verbena.traffic.cm.ConnectionTest;
import io.verbena.traffic.cm.ConnectionTimes;
import io.verbena.traffic.cm.ConnectionTimes.ConnectionStep;
import io.verbena.traffic.cm.DatagramTest;
import io.verbena.traffic.cm.MulticastTest;
import io.verbena.traffic.cm.MulticastTest.MulticastJoin;
import io.verbena.traffic.cm.MulticastTest.MulticastRole;
import java.net.Inet4Address;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Base class of the commands that have the names of programs of rdmacm-utils. */
public abstract class CmTestCommand extends FabricCommand {
    static final Duration TIMEOUT = Duration.ofSeconds(30);

    final CmTestHost host(Session session) {
        return new CmTestHost(session.rdma().connectionManager(), session.rdma()::verbs, TIMEOUT, this::say);
    }

    /** Returns the result of a test whose C program ends with its status. */
    final Result complete(CmTestReport report) {
        return Result.of(() -> List.of("return status 0"), () -> report);
    }

    /** Returns the first letters of test options, each of which is one of the words or its first letter. */
    static Set<Character> chosen(List<String> tests, String... words) {
        Set<Character> chosen = new TreeSet<>();
        for (String test : tests) {
            if (Stream.of(words)
                    .noneMatch(word -> word.equals(test) || word.substring(0, 1).equals(test))) {
                throw new IllegalArgumentException("-T: '" + test + "' is not a test option; see --help");
            }
            chosen.add(test.charAt(0));
        }
        return chosen;
    }

    static int port(String option, int port) {
        return Numbers.within(option, port, 1, 65535);
    }

    static class Addresses {
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
        @Nullable InetSocketAddress server(int port) {
            return server == null ? null : new InetSocketAddress(AddressFormat.name.resolved("-s", server), port);
        }

        /** Returns the local address of a client; null for any. */
        @Nullable InetAddress source() {
            return local == null ? null : AddressFormat.name.resolved("-b", local);
        }

        InetSocketAddress listening(int port) {
            InetAddress source = source();
            return source == null ? new InetSocketAddress(port) : new InetSocketAddress(source, port);
        }
    }

    enum AddressFormat {
        name(InetAddress.class),
        /** IPv4. */
        ip(Inet4Address.class),
        /** IPv6. */
        ipv6(Inet6Address.class),
        /** The GID of a port, an address of InfiniBand, which is written like an IPv6 address. */
        gid(Inet6Address.class);

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

        SocketAddress resolved(String option, String text, PortSpace space, int port) {
            return this == gid
                    ? IbSocketAddress.of(parsed(option, text), space, port)
                    : new InetSocketAddress(resolved(option, text), port);
        }

        static Gid parsed(String option, String text) {
            try {
                return Gid.parse(text);
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException(option + ": " + e.getMessage(), e);
            }
        }
    }

    /** The addresses of a program that also takes GIDs. */
    static final class AddressesOfFormat extends Addresses {
        @Option(
                names = "-f",
                paramLabel = "FORMAT",
                description =
                        "Format of the addresses: ${COMPLETION-CANDIDATES} (default: name). GIDs need InfiniBand.")
        AddressFormat format = AddressFormat.name;

        /** Returns the address of the server; null if this is the server. */
        @Nullable SocketAddress server(PortSpace space, int port) {
            return server == null ? null : format.resolved("-s", server, space, port);
        }

        /** Returns the local address of a client; null for any. */
        @Nullable SocketAddress source(PortSpace space) {
            return local == null ? null : format.resolved("-b", local, space, 0);
        }

        SocketAddress listening(PortSpace space, int port) {
            if (local != null) {
                return format.resolved("-b", local, space, port);
            }
            return format == AddressFormat.gid
                    ? IbSocketAddress.of(Gid.ZERO, space, port)
                    : new InetSocketAddress(port);
        }
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
            return of(space -> space.code() == code, "-p: '" + text, "0x111 (UDP) or 0x2 (IPoIB)");
        }

        static PortSpace of(Predicate<PortSpace> isMeant, String given, String expected) {
            return Stream.of(PortSpace.UDP, PortSpace.IPOIB)
                    .filter(isMeant)
                    .findFirst()
                    .orElseThrow(() -> new IllegalArgumentException(
                            given + "' is not a port space of datagrams; expected " + expected));
        }
    }

    static final class Messages {
        @Option(names = "-c", paramLabel = "N", description = "Number of connections (default: 1).")
        int connections = 1;

        @Option(names = "-C", paramLabel = "N", description = "Number of messages of each connection (default: 10).")
        int count = 10;

        @Option(names = "-S", paramLabel = "BYTES", description = "Message size in bytes (default: 100).")
        int size = 100;

        CmTestOptions options(PortSpace space, @Nullable Integer typeOfService) {
            return options(space, typeOfService, null, false);
        }

        CmTestOptions options(
                PortSpace space,
                @Nullable Integer typeOfService,
                @Nullable Integer acknowledgeTimeout,
                boolean migrates) {
            return new CmTestOptions(
                    space,
                    Numbers.within("-c", connections, 1, CmTestOptions.MAX_CONNECTIONS),
                    Numbers.within("-C", count, 0, CmTestOptions.MAX_MESSAGES),
                    Numbers.within("-S", size, 1, CmTestOptions.MAX_SIZE),
                    optional("-t", typeOfService, 255),
                    optional("-a", acknowledgeTimeout, 31),
                    migrates);
        }

        private static OptionalInt optional(String option, @Nullable Integer value, int max) {
            return value == null ? OptionalInt.empty() : OptionalInt.of(Numbers.within(option, value, 0, max));
        }
    }

    @Examples({
        "ucmatose -c 10 # Wait for ten connections.",
        "ucmatose -c 10 -s 192.0.2.1 # Connect ten times to the server at this address, which also has -c 10."
    })
    @Command(
            name = "ucmatose",
            description =
                    "Establishes RDMA CM connections, exchanges messages and disconnects; the peer may be the C program.")
    public static final class UcmatoseCommand extends CmTestCommand {
        @Mixin
        AddressesOfFormat addresses = new AddressesOfFormat();

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
                description =
                        "Timeout of an acknowledgement, 4.096 us * 2^N with N from 0 to 31 (default: of the system).")
        @Nullable Integer acknowledgeTimeout;

        @Override
        protected Result run(Session session) {
            CmTestOptions options = messages.options(portSpace(), typeOfService, acknowledgeTimeout, migrate);
            SocketAddress server = addresses.server(options.space(), port("-p", port));
            return complete(
                    server == null
                            ? ConnectionTest.serve(host(session), options, addresses.listening(options.space(), port))
                            : ConnectionTest.connect(
                                    host(session), options, addresses.source(options.space()), server));
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

    @Examples({
        "udaddy # Wait for a client.",
        "udaddy -s 192.0.2.1 -C 100 # Exchange 100 datagrams with the server at this address, which also has -C 100."
    })
    @Command(
            name = "udaddy",
            description =
                    "Resolves queue pairs with the RDMA CM and exchanges datagrams; the peer may be the C program.")
    public static final class UdaddyCommand extends CmTestCommand {
        private static final int PORT = 7174;

        @Mixin
        AddressesOfFormat addresses = new AddressesOfFormat();

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
            CmTestOptions options =
                    messages.options(spaceName == null ? space.value() : named(spaceName), typeOfService);
            SocketAddress server = addresses.server(options.space(), PORT);
            return complete(
                    server == null
                            ? DatagramTest.serve(host(session), options, addresses.listening(options.space(), PORT))
                            : DatagramTest.connect(host(session), options, addresses.source(options.space()), server));
        }

        private static PortSpace named(String name) {
            return DatagramSpace.of(
                    space -> space.text().toLowerCase(Locale.ROOT).equals(name), "-P: '" + name, "udp or ipoib");
        }
    }

    @Examples({
        "mckey -m 239.7.7.7 -b 192.0.2.2 # Join the group at this local address, and wait for datagrams.",
        "mckey -m 239.7.7.7 -b 192.0.2.1 -s # Send datagrams to the group."
    })
    @Command(
            name = "mckey",
            description =
                    "Joins a multicast group with the RDMA CM, and sends or receives datagrams; other members may be the C"
                            + " program.")
    public static final class MckeyCommand extends CmTestCommand {
        @Option(names = "-m", paramLabel = "ADDRESS", description = "IP multicast address of the group.")
        @Nullable String group;

        @Option(
                names = "-M",
                paramLabel = "MGID",
                description =
                        "Multicast GID instead of -m, which the connection manager uses unchanged; requires -b (on InfiniBand only).")
        @Nullable String multicastGid;

        @Option(names = "-s", description = "Send to the group (default: receive).")
        boolean sender;

        @Option(names = "-b", paramLabel = "ADDRESS", description = "Local address (default: the route to the group).")
        @Nullable String local;

        @Mixin
        Messages messages = new Messages();

        @Mixin
        DatagramSpace space = new DatagramSpace();

        @Option(names = "-o", description = "Join as a send-only full member.")
        boolean sendOnly;

        @Option(names = "-l", description = "Keep the datagrams from receivers of this host.")
        boolean blockLoopback;

        @Override
        protected Result run(Session session) {
            CmTestOptions options = messages.options(space.value(), null);
            SocketAddress source = local == null ? null : AddressFormat.name.resolved("-b", local, options.space(), 0);
            MulticastJoin join = new MulticastJoin(group(), source, sendOnly, blockLoopback);
            return complete(MulticastTest.run(
                    host(session), options, join, sender ? MulticastRole.SENDER : MulticastRole.RECEIVER));
        }

        private SocketAddress group() {
            if ((group == null) == (multicastGid == null)) {
                throw new IllegalArgumentException("give -m, the address of the group, or -M, its multicast GID");
            }
            if (group != null) {
                return new InetSocketAddress(AddressFormat.name.resolved("-m", group), 0);
            }
            if (local == null) {
                throw new IllegalArgumentException("-M requires -b, the local address");
            }
            Gid gid = AddressFormat.parsed("-M", String.valueOf(multicastGid));
            if (!gid.isMulticast()) {
                throw new IllegalArgumentException("-M: '" + multicastGid
                        + "' is not a multicast GID, which begins with ff; give an IP address with -m");
            }
            return IbSocketAddress.of(gid);
        }
    }

    @Examples({
        "cmtime # Wait for 100 connections.",
        "cmtime -s 192.0.2.1 # Measure the steps of 100 connections to the server at this address."
    })
    @Command(
            name = "cmtime",
            description =
                    "Measures the steps of RDMA CM connections, from the identifier to its end; the peer may be the C"
                            + " program.")
    public static final class CmtimeCommand extends CmTestCommand {
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
            InetSocketAddress server = addresses.server(port("-p", port));
            if (server == null) {
                int served = ConnectionTimes.serve(host(session), connections, addresses.listening(port));
                return Result.of(List::of, () -> Map.of("connections", served));
            }
            List<ConnectionStep> steps = ConnectionTimes.measure(
                    host(session), connections, addresses.source(), server, retries, Duration.ofMillis(timeout));
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
}
