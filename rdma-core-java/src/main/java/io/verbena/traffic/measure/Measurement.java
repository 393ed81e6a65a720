package io.verbena.traffic.measure;

import io.verbena.cm.EventChannel;
import io.verbena.exchange.SideChannel;
import io.verbena.exchange.UnknownPeerException;
import io.verbena.iba.Gid;
import io.verbena.iba.Lid;
import io.verbena.traffic.TrafficException;
import io.verbena.traffic.measure.MeasurePlan.Quantity;
import io.verbena.verbs.Context;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Runs either side of a measurement. The client sends the parameters to the server; both connect their queue pairs, run the
 * measurements and exchange the results. A call is for one thread; it closes what it has opened.
 *
 * <pre>{@code
 * try (SideChannel channel = SocketSideChannel.connect(address, timeout)) {
 *     MeasureReport report = Measurement.call(channel, host, MeasureOptions.DEFAULTS, plan, null);
 * }
 * }</pre>
 */
public final class Measurement {
    private final NoteControl control;
    private final MeasureHost host;
    private final MeasureOptions options;
    private final MeasurePlan plan;
    private final boolean calling;

    private Measurement(
            NoteControl control, MeasureHost host, MeasureOptions options, MeasurePlan plan, boolean calling) {
        this.control = control;
        this.host = host;
        this.options = options;
        this.plan = plan;
        this.calling = calling;
        MeasureLoop.requireCompletions(plan, options);
        if (plan.isExtended() || plan.trailer() > 0) {
            throw new IllegalArgumentException("service " + plan.service().text()
                    + " is only available in the programs of perftest; use service RC");
        }
    }

    /**
     * Runs the client.
     *
     * @param channel the side channel to the server
     * @param host provides the device
     * @param options the options of this side
     * @param plan the parameters
     * @param server the address of the server for the RDMA CM; null if the plan does not use it
     * @throws IllegalArgumentException if the device does not support the messages
     * @throws io.verbena.traffic.TrafficException if the server reports a failure, or the timeout expires
     * @throws io.verbena.exchange.ExchangeException if the server disconnects, does not respond, or is another program
     * @throws io.verbena.verbs.WorkCompletionException if a message cannot be sent
     * @throws io.verbena.error.SysException if the device refuses an operation
     */
    public static MeasureReport call(
            SideChannel channel,
            MeasureHost host,
            MeasureOptions options,
            MeasurePlan plan,
            @Nullable InetAddress server) {
        if (plan.connectionManager() && server == null) {
            throw new IllegalArgumentException("the RDMA CM requires the address of the server");
        }
        NoteControl control = new NoteControl(channel, options.timeout());
        return new Measurement(control, host, options, plan, true).call(server);
    }

    private MeasureReport call(@Nullable InetAddress server) {
        if (server == null || !plan.connectionManager()) {
            try (Station station = new Station(host.device(), plan, options)) {
                control.send(new Note.Plan(plan));
                control.expect(Note.Agreed.class);
                station.exchange(control);
                return reportingFailure(control, () -> measure(station));
            }
        }
        control.send(new Note.Plan(plan));
        int port = control.expect(Note.Agreed.class).port();
        try (CmConnecting connecting = new CmConnecting(host, plan, options)) {
            InetSocketAddress address = new InetSocketAddress(server, port);
            return reportingFailure(control, () -> measure(connecting.connect(address, control)));
        }
    }

    /**
     * Runs the server.
     *
     * @param channel the side channel to the client
     * @param host provides the device
     * @param options the options of this side
     * @param quantity the quantity that this side measures; others are rejected
     * @throws io.verbena.traffic.TrafficException if the client reports a failure, or the timeout expires
     * @throws io.verbena.exchange.ExchangeException if the client disconnects, does not respond, or is another program
     * @throws io.verbena.verbs.WorkCompletionException if a message cannot be sent or received
     * @throws io.verbena.error.SysException if the device refuses an operation; the client receives the reason
     */
    public static MeasureReport serve(
            SideChannel channel, MeasureHost host, MeasureOptions options, Quantity quantity) {
        NoteControl control = new NoteControl(channel, options.timeout());
        MeasurePlan plan = control.expect(Note.Plan.class).plan();
        return reportingFailure(control, () -> {
            if (plan.quantity() != quantity) {
                throw new UnknownPeerException(channel + " measures " + plan.quantity() + ", but this side measures "
                        + quantity + "; run the same command on both sides");
            }
            try {
                return new Measurement(control, host, options, plan, false).serve();
            } catch (IllegalArgumentException e) {
                // The parameters come from the peer, so they are not an illegal argument of this side.
                throw new TrafficException(
                        channel + " sent parameters that this side does not support: " + e.getMessage());
            }
        });
    }

    private MeasureReport serve() {
        if (!plan.connectionManager()) {
            try (Station station = new Station(host.device(), plan, options)) {
                control.send(new Note.Agreed(0));
                station.exchange(control);
                return measure(station);
            }
        }
        try (CmConnecting connecting = new CmConnecting(host, plan, options)) {
            control.send(new Note.Agreed(connecting.listen(0)));
            return measure(connecting.accept(control));
        }
    }

    private MeasureReport measure(Station station) {
        control.meet(station);
        return new MeasureLoop(station, control, calling).run();
    }

    /** Runs a step and reports its failure to the peer. */
    private static <T> T reportingFailure(NoteControl control, Supplier<T> step) {
        try {
            return step.get();
        } catch (RuntimeException e) {
            control.sendFailure(e);
            throw e;
        }
    }

    /** Provides the devices of a measurement. The caller of the measurement closes what it opens. */
    public interface MeasureHost {
        /** Opens the selected device, for queue pairs that are connected over the side channel. */
        Context device();

        /** Opens the device that the RDMA CM has selected. */
        Context device(String name);

        /** Returns the event channel of the RDMA CM. */
        EventChannel events();

        /**
         * Joins a multicast group in the subnet administration, as a full member that creates the group if necessary, until the
         * measurement ends.
         *
         * @param group the GID of the group
         * @param port the port of the selected device
         * @return the LID of the group
         */
        Lid join(Gid group, int port);
    }
}
