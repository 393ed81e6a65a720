package io.verbena.shell.command.data;

import io.verbena.Rdma;
import io.verbena.cm.EventChannel;
import io.verbena.exchange.SideChannel;
import io.verbena.exchange.SocketListener;
import io.verbena.exchange.SocketSideChannel;
import io.verbena.traffic.measure.MeasureOptions;
import io.verbena.traffic.measure.MeasurePlan;
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
import java.util.Deque;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.BiFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The TCP address through which the two sides of a measurement exchange parameters. */
record MeasureMeeting(int tcpPort, boolean ipv6) {
    MeasureReport call(OpenDevices devices, MeasureOptions options, MeasurePlan plan, String server) {
        return call(
                server,
                options.timeout(),
                (channel, address) -> Measurement.call(channel, devices, options, plan, address));
    }

    MeasureReport call(
            String server, Duration timeout, BiFunction<SideChannel, InetAddress, MeasureReport> conversation) {
        InetAddress address = resolved(server);
        try (SideChannel channel = SocketSideChannel.connect(new InetSocketAddress(address, tcpPort), timeout)) {
            return conversation.apply(channel, address);
        }
    }

    private InetAddress resolved(String name) {
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
        try (SocketListener listener = SocketListener.at(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
                OpenDevices others = new OpenDevices(rdma, name)) {
            Future<MeasureReport> served = serving.submit(() -> {
                try (SideChannel channel = listener.accept(options.timeout()).orElseThrow()) {
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
        private final Rdma rdma;
        private final String device;
        private final Deque<Context> contexts = new ArrayDeque<>();
        private final Deque<EventChannel> channels = new ArrayDeque<>();

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
        public void close() {
            channels.forEach(EventChannel::close);
            contexts.forEach(Context::close);
        }
    }
}
