package io.verbena.shell.command.data;

import io.verbena.Rdma;
import io.verbena.cm.EventChannel;
import io.verbena.device.EndPort;
import io.verbena.device.NoSuchDeviceException;
import io.verbena.exchange.SideChannel;
import io.verbena.exchange.SocketListener;
import io.verbena.exchange.SocketSideChannel;
import io.verbena.hca.QueuePairType;
import io.verbena.iba.Gid;
import io.verbena.iba.JoinState;
import io.verbena.iba.Lid;
import io.verbena.iba.McMemberRecord;
import io.verbena.iba.Mtu;
import io.verbena.mad.MadTransactor;
import io.verbena.sa.SaClient;
import io.verbena.shell.cli.Numbers;
import io.verbena.traffic.measure.MeasureOptions;
import io.verbena.traffic.measure.MeasurePlan;
import io.verbena.traffic.measure.MeasurePlan.Operation;
import io.verbena.traffic.measure.MeasureReport;
import io.verbena.traffic.measure.Measurement;
import io.verbena.traffic.measure.Measurement.MeasureHost;
import io.verbena.verbs.Context;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Base class of the measurements: the options that those of this library share with those of perftest. */
abstract class MeasuringCommand extends PeerCommand {
    @Mixin
    MeasureDevice device = new MeasureDevice();

    @Option(
            names = {"-c", "--connection"},
            paramLabel = "SERVICE",
            description = "Transport service: RC; for sends and writes also UC; for sends also UD (default: RC).")
    String service = QueuePairType.RC.text();

    @Option(
            names = {"-D", "--duration"},
            paramLabel = "TIME",
            description = "Measure for this time instead: seconds, or a number with ms or s.")
    @Nullable String duration;

    @Option(
            names = {"-m", "--mtu"},
            paramLabel = "BYTES",
            description = "Path MTU: 256, 512, 1024, 2048 or 4096 (default: the active MTU of the ports).")
    String mtu = Mtu.MTU_4096.text();

    @Option(
            names = {"-S", "--sl"},
            paramLabel = "SL",
            description = "Service level (default: 0).")
    int serviceLevel;

    @Option(
            names = {"-x", "--gid-index"},
            paramLabel = "INDEX",
            description =
                    "GID index (default: none on InfiniBand; on Ethernet the first, in the programs of perftest one of RoCE"
                            + " v2).")
    int gidIndex = -1;

    @Option(
            names = "--timeout",
            paramLabel = "TIME",
            description = "Timeout for a response of the peer, for example 500ms or 10s (default: 30s).")
    String timeout = "30s";

    QueuePairType service() {
        QueuePairType[] services = {QueuePairType.RC, QueuePairType.UC, QueuePairType.UD};
        return named("--connection", service, services, QueuePairType::text);
    }

    /**
     * Returns the duration; zero if a number of messages is measured, which {@code counted} tells. Without a unit, the
     * value is in seconds, as in perftest.
     */
    final Duration duration(boolean counted) {
        if (duration == null) {
            return Duration.ZERO;
        }
        Duration time = time("--duration", duration);
        if (counted) {
            throw new IllegalArgumentException("--duration and --iters are mutually exclusive");
        }
        if (time.isZero() || time.compareTo(MeasurePlan.MAX_DURATION) > 0) {
            throw new IllegalArgumentException(
                    "--duration: '" + duration + "' is out of range; expected more than 0 and up to one hour");
        }
        return time;
    }

    /** Parses a duration, which is in seconds if it has no unit, as in perftest. */
    static Duration time(String option, String text) {
        return Numbers.duration(option, text.matches("[0-9]+") ? text + "s" : text);
    }

    final Mtu mtu() {
        Mtu[] known = {Mtu.MTU_256, Mtu.MTU_512, Mtu.MTU_1024, Mtu.MTU_2048, Mtu.MTU_4096};
        return named("--mtu", mtu, known, Mtu::text);
    }

    final int serviceLevel() {
        return Numbers.within("--sl", serviceLevel, 0, 15);
    }

    final int gidIndex() {
        return Numbers.within("--gid-index", gidIndex, -1, 255);
    }

    final Duration timeout() {
        return Numbers.duration("--timeout", timeout);
    }

    /** Returns the value with this name. A plan validates parameters as well, but cannot name the options. */
    static <T> T named(String option, String text, T[] values, Function<T, String> name) {
        for (T value : values) {
            if (name.apply(value).equalsIgnoreCase(text)) {
                return value;
            }
        }
        String known = Arrays.stream(values).map(name).collect(Collectors.joining(", "));
        throw new IllegalArgumentException(option + ": '" + text + "' is invalid; expected one of " + known);
    }

    static List<Integer> sizes(Operation operation, @Nullable List<Integer> given, boolean all, int otherwise) {
        if (all && given != null) {
            throw new IllegalArgumentException("--all and --size are mutually exclusive");
        }
        if (given == null) {
            List<Integer> several = all ? MeasurePlan.powersOfTwo() : List.of(otherwise);
            return operation.isAtomic() ? List.of(Long.BYTES) : several;
        }
        if (given.size() > MeasurePlan.MAX_SIZES) {
            throw new IllegalArgumentException(
                    "--size: " + given.size() + " sizes given; the maximum is " + MeasurePlan.MAX_SIZES);
        }
        for (int size : given) {
            Numbers.within("--size", size, 1, MeasurePlan.MAX_BYTES);
            if (operation.isAtomic() && size != Long.BYTES) {
                throw new IllegalArgumentException("--size: the size of a " + operation.text()
                        + " is always 8 bytes, not " + size + "; remove --size");
            }
        }
        return given;
    }

    static void requireRequests(int queuePairs, int depth) {
        Numbers.within("--qp", queuePairs, 1, MeasurePlan.MAX_QUEUE_PAIRS);
        Numbers.within("--tx-depth", depth, 1, MeasurePlan.MAX_DEPTH);
        if (queuePairs * depth > MeasurePlan.MAX_DEPTH) {
            throw new IllegalArgumentException("--qp: " + queuePairs + " queue pairs with " + depth
                    + " requests each (--tx-depth) make " + queuePairs * depth + " requests, and there are at most "
                    + MeasurePlan.MAX_DEPTH + "; reduce one of them");
        }
    }

    static void requireOfMessages(int segments, int inline, int batch) {
        Numbers.within("--num-sge", segments, 1, MeasureOptions.MAX_SEGMENTS);
        Numbers.within("--inline_size", inline, 0, MeasureOptions.MAX_INLINE);
        Numbers.within("--post_list", batch, 1, MeasurePlan.MAX_DEPTH);
        if (segments > 1 && inline > 0) {
            throw new IllegalArgumentException(
                    "--num-sge: a message with several scatter/gather entries cannot be sent inline"
                            + " (--inline_size); remove one of the options");
        }
    }

    static final class MeasureDevice {
        @Option(
                names = {"-d", "--ib-dev"},
                paramLabel = "DEVICE",
                description = "Device (default: the first; with -R, the device that reaches HOST).")
        @Nullable String named;

        @Option(names = "--Ca", paramLabel = "DEVICE", description = "Device; the same as -d.")
        @Nullable String adapter;

        @Option(
                names = {"-i", "--ib-port"},
                paramLabel = "PORT",
                description = "Port of the device (default: 1).")
        @Nullable Integer port;

        @Option(
                names = {"-P", "--Port"},
                paramLabel = "PORT",
                description = "Port: a number, DEVICE/PORT, a GID or a port GUID.")
        @Nullable String endPort;

        /** The selected port; port 1 of the first device if none was selected. */
        record Place(String device, int port) {
            private static Place of(EndPort port) {
                return new Place(port.device().name(), port.number());
            }
        }

        Place place(Rdma rdma) {
            String device = named == null ? adapter : named;
            if (endPort != null && port != null) {
                throw new IllegalArgumentException("--ib-port and --Port are mutually exclusive");
            }
            if (endPort != null && !endPort.matches("[0-9]+")) {
                return Place.of(rdma.endPort(endPort));
            }
            if (device == null && port == null && endPort == null) {
                return new Place(first(rdma), 1);
            }
            String number = endPort != null ? endPort : String.valueOf(port == null ? 1 : port);
            return Place.of(rdma.endPort((device == null ? first(rdma) : device) + "/" + number));
        }

        static String first(Rdma rdma) {
            return rdma.verbsDevices().stream()
                    .findFirst()
                    .orElseThrow(() -> new NoSuchDeviceException("this fabric has no device that supports verbs"));
        }
    }

    /** The TCP address through which the two sides of a measurement exchange parameters. */
    record MeasureMeeting(
            int tcpPort, boolean ipv6, @Nullable InetAddress source) {

        MeasureReport call(
                String server, Duration timeout, BiFunction<SideChannel, InetAddress, MeasureReport> conversation) {
            InetAddress address = resolved(server);
            try (SideChannel channel =
                    SocketSideChannel.connect(source, new InetSocketAddress(address, tcpPort), timeout)) {
                return conversation.apply(channel, address);
            }
        }

        InetAddress resolved(String name) {
            try {
                InetAddress[] addresses = InetAddress.getAllByName(name);
                return Stream.of(addresses)
                        .filter(address -> !ipv6 || address instanceof Inet6Address)
                        .findFirst()
                        .orElseThrow(() -> new IllegalArgumentException("'" + name + "' has no IPv6 address"));
            } catch (UnknownHostException e) {
                throw new IllegalArgumentException("'" + name + "' cannot be resolved; check the spelling and DNS", e);
            }
        }

        MeasureReport both(
                Rdma rdma,
                OpenDevices devices,
                String name,
                MeasureOptions options,
                MeasurePlan plan,
                @Nullable String host) {
            if (plan.connectionManager() && host == null) {
                throw new IllegalArgumentException("--loopback with --rdma_cm requires HOST, an address of this host");
            }
            InetAddress address = host == null ? null : resolved(host);
            ExecutorService serving = Executors.newSingleThreadExecutor();
            try (SocketListener listener =
                            SocketListener.at(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
                    OpenDevices others = new OpenDevices(rdma, name)) {
                Future<MeasureReport> served = serving.submit(() -> {
                    try (SideChannel channel =
                            listener.accept(options.timeout()).orElseThrow()) {
                        return Measurement.serve(channel, others, options, plan.quantity());
                    }
                });
                try (SideChannel channel = SocketSideChannel.connect(listener.address(), options.timeout())) {
                    return Measurement.call(channel, devices, options, plan, address);
                } finally {
                    ended(served);
                }
            } finally {
                serving.shutdownNow();
            }
        }

        /** Waits for the server. Its failure was already reported to the client, which has thrown it. */
        private static void ended(Future<MeasureReport> served) {
            try {
                served.get();
            } catch (ExecutionException e) {
                System.getLogger(MeasureMeeting.class.getName())
                        .log(System.Logger.Level.DEBUG, "the server's end of a loopback failed", e);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        static final class OpenDevices implements MeasureHost, AutoCloseable {
            /** The Q_Key of datagrams of perftest. */
            private static final long QUEUE_KEY = 0x11111111;

            private final Rdma rdma;
            private final String device;
            private final Deque<Context> contexts = new ArrayDeque<>();
            private final Deque<EventChannel> channels = new ArrayDeque<>();
            private @Nullable MadTransactor management;
            private @Nullable SaClient administration;

            OpenDevices(Rdma rdma, String device) {
                this.rdma = rdma;
                this.device = device;
            }

            @Override
            public Context device() {
                return device(device);
            }

            @Override
            public Context device(String name) {
                Context context = rdma.verbs(name);
                contexts.push(context);
                return context;
            }

            @Override
            public EventChannel events() {
                EventChannel channel = rdma.connectionManager().eventChannel();
                channels.push(channel);
                return channel;
            }

            @Override
            public Lid join(Gid group, int port) {
                if (administration == null) {
                    management = rdma.mad(rdma.endPort(device + "/" + port));
                    administration = rdma.sa(management);
                }
                return administration
                        .join(McMemberRecord.query()
                                .mgid(group)
                                .qKey(QUEUE_KEY)
                                .pKey(contexts.getFirst().partitionKey(port, 0))
                                .sl(0)
                                .flowLabel(0)
                                .trafficClass(0)
                                .joinState(Set.of(JoinState.FULL_MEMBER)))
                        .record()
                        .mlid();
            }

            @Override
            public void close() {
                if (administration != null && management != null) {
                    administration.close();
                    management.close();
                }
                channels.forEach(EventChannel::close);
                contexts.forEach(Context::close);
            }
        }
    }
}
