package io.verbena.traffic.measure;

import io.verbena.exchange.SideChannel;
import io.verbena.exchange.UnknownPeerException;
import io.verbena.traffic.TrafficException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * Both sides of a measurement. The client tells the server what is measured; both connect queue pairs, take part in one
 * measurement after the other, and learn what came of it. A call is for one thread; it ends what it has made.
 *
 * <pre>{@code
 * try (SideChannel channel = SocketSideChannel.connect(address, timeout)) {
 *     MeasureReport report = Measurement.call(channel, host, MeasureOptions.DEFAULTS, plan, null);
 * }
 * }</pre>
 */
public final class Measurement {
    private final Control control;
    private final MeasureHost host;
    private final MeasureOptions options;
    private final MeasurePlan plan;
    private final boolean calling;

    private Measurement(Control control, MeasureHost host, MeasureOptions options, MeasurePlan plan, boolean calling) {
        this.control = control;
        this.host = host;
        this.options = options;
        this.plan = plan;
        this.calling = calling;
        if (options.events() && plan.quantity() == Quantity.LATENCY && plan.operation() == Operation.WRITE) {
            throw new IllegalArgumentException(
                    "nothing tells the other side that a write has come, so that the latency of"
                            + " writes is measured by polling; leave the events out, or measure sends");
        }
    }

    /**
     * As the client.
     *
     * @param server where the RDMA CM reaches the server; only if it connects them
     * @throws IllegalArgumentException if the device has no such messages
     * @throws io.verbena.traffic.TrafficException if the server cannot go on, or nothing happens for too long
     * @throws io.verbena.exchange.ExchangeException if the server is gone, silent, or another program
     * @throws io.verbena.verbs.WorkCompletionException if a message cannot be sent
     * @throws io.verbena.error.SysException if the device refuses something
     */
    public static MeasureReport call(
            SideChannel channel,
            MeasureHost host,
            MeasureOptions options,
            MeasurePlan plan,
            @Nullable InetAddress server) {
        if (plan.connectionManager() && server == null) {
            throw new IllegalArgumentException("the RDMA CM needs the address of the server");
        }
        Control control = new Control(channel, options.patience());
        return new Measurement(control, host, options, plan, true).call(server);
    }

    private MeasureReport call(@Nullable InetAddress server) {
        if (server == null || !plan.connectionManager()) {
            try (Station station = new Station(host.device(), plan, options)) {
                control.tell(new Note.Plan(plan));
                control.expect(Note.Agreed.class);
                station.exchange(control);
                return told(control, () -> measure(station));
            }
        }
        control.tell(new Note.Plan(plan));
        int port = control.expect(Note.Agreed.class).port();
        try (Connecting connecting = new Connecting(host, plan, options)) {
            InetSocketAddress address = new InetSocketAddress(server, port);
            return told(control, () -> measure(connecting.connect(address, control.patience())));
        }
    }

    /**
     * As the server.
     *
     * @param quantity what this side is to measure; another is refused
     * @throws io.verbena.traffic.TrafficException if the client cannot go on, or nothing happens for too long
     * @throws io.verbena.exchange.ExchangeException if the client is gone, silent, or another program
     * @throws io.verbena.verbs.WorkCompletionException if a message cannot be sent or received
     * @throws io.verbena.error.SysException if the device refuses something; the client is told
     */
    public static MeasureReport serve(
            SideChannel channel, MeasureHost host, MeasureOptions options, Quantity quantity) {
        Control control = new Control(channel, options.patience());
        MeasurePlan plan = control.expect(Note.Plan.class).plan();
        return told(control, () -> {
            if (plan.quantity() != quantity) {
                throw new UnknownPeerException(channel + " measures " + plan.quantity() + ", and this side " + quantity
                        + "; let both be the same command");
            }
            try {
                return new Measurement(control, host, options, plan, false).serve();
            } catch (IllegalArgumentException e) {
                // Badly asked it was at the other side.
                throw new TrafficException(channel + " wants what this side cannot do: " + e.getMessage());
            }
        });
    }

    private MeasureReport serve() {
        if (!plan.connectionManager()) {
            try (Station station = new Station(host.device(), plan, options)) {
                control.tell(new Note.Agreed(0));
                station.exchange(control);
                return measure(station);
            }
        }
        try (Connecting connecting = new Connecting(host, plan, options)) {
            control.tell(new Note.Agreed(connecting.listen()));
            return measure(connecting.accept(control));
        }
    }

    private MeasureReport measure(Station station) {
        station.meet(control);
        List<Bandwidth> bandwidths = new ArrayList<>();
        List<LatencyResult> latencies = new ArrayList<>();
        for (int size : plan.sizes()) {
            if (plan.quantity() == Quantity.BANDWIDTH) {
                bandwidths.add(bandwidth(station, size));
            } else {
                latencies.add(latency(station, size));
            }
        }
        return new MeasureReport(plan, station.device(), List.copyOf(bandwidths), List.copyOf(latencies));
    }

    private Bandwidth bandwidth(Station station, int size) {
        if (plan.warmUp() > 0) {
            new BandwidthRun(station, control, calling, size, plan.warmUp(), 0).run();
        }
        long nanos = plan.duration().toNanos();
        return new BandwidthRun(station, control, calling, size, plan.iterations(), nanos).run();
    }

    private LatencyResult latency(Station station, int size) {
        Histogram times = Timings.histogram();
        if (plan.warmUp() > 0) {
            latency(station, size, plan.warmUp(), 0, times);
            times.reset();
        }
        Latency latency =
                latency(station, size, plan.iterations(), plan.duration().toNanos(), times);
        return new LatencyResult(size, latency, Timings.buckets(times));
    }

    private Latency latency(Station station, int size, long messages, long nanos, Histogram times) {
        LatencyRun run = new LatencyRun(station, control, size, messages, nanos, times);
        return calling ? run.call() : run.answer();
    }

    /** Whatever goes wrong at this side, the other learns it. */
    private static <T> T told(Control control, Supplier<T> step) {
        try {
            return step.get();
        } catch (RuntimeException e) {
            control.tellLast(e);
            throw e;
        }
    }
}
