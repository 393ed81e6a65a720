package io.verbena.traffic.measure;

import io.verbena.exchange.SideChannel;
import io.verbena.hca.QueuePairType;
import io.verbena.traffic.measure.Measurement.MeasureHost;
import java.net.InetSocketAddress;

/**
 * Runs either side of a measurement against a program of perftest 4.5, such as {@code ib_send_bw} in C. Unlike the sides of a
 * {@link Measurement}, both sides must be given the same parameters. A call is for one thread; it closes what it has opened.
 */
public final class Perftest {
    private Perftest() {}

    /**
     * Runs the client.
     *
     * @param channel the side channel to the server
     * @param host provides the device
     * @param options the options of this side
     * @param plan the parameters, without warm-up and without the RDMA CM
     * @return the results of this side, and of the peer if both send
     * @throws IllegalArgumentException if the protocol of perftest cannot express the plan
     * @throws io.verbena.traffic.TrafficException if the peer ends too early, or the timeout expires
     * @throws io.verbena.exchange.ExchangeException if the server disconnects, does not respond, or is another program
     * @throws io.verbena.verbs.WorkCompletionException if a message cannot be sent
     * @throws io.verbena.error.SysException if the device refuses an operation
     */
    public static MeasureReport call(SideChannel channel, MeasureHost host, MeasureOptions options, MeasurePlan plan) {
        return run(channel, host, options, plan, true);
    }

    /**
     * Runs the server. The parameters are those of {@link #call}.
     *
     * @param channel the side channel to the client
     * @param host provides the device
     * @param options the options of this side
     * @param plan the parameters, without warm-up and without the RDMA CM
     * @return the results of this side, and those that the client reports
     * @throws IllegalArgumentException if the protocol of perftest cannot express the plan
     * @throws io.verbena.traffic.TrafficException if the peer ends too early, or the timeout expires
     * @throws io.verbena.exchange.ExchangeException if the client disconnects, does not respond, or is another program
     * @throws io.verbena.verbs.WorkCompletionException if a message cannot be sent or received
     * @throws io.verbena.error.SysException if the device refuses an operation
     */
    public static MeasureReport serve(SideChannel channel, MeasureHost host, MeasureOptions options, MeasurePlan plan) {
        return run(channel, host, options, plan, false);
    }

    /**
     * Runs the client, which exchanges parameters over a connection of the RDMA CM, as with option {@code -z} of perftest. If the
     * plan says so, the RDMA CM also connects the queue pairs, as with option {@code -R}.
     *
     * @param server the address of the server
     * @param host provides the device, and the RDMA CM
     * @param options the options of this side
     * @param plan the parameters, without warm-up
     * @return the results of this side, and of the peer if both send
     * @throws IllegalArgumentException if the protocol of perftest cannot express the plan
     * @throws io.verbena.cm.CmException if the server cannot be reached
     * @throws io.verbena.traffic.TrafficException if the peer ends too early, or the timeout expires
     * @throws io.verbena.exchange.ExchangeException if the server disconnects, does not respond, or is another program
     * @throws io.verbena.verbs.WorkCompletionException if a message cannot be sent
     * @throws io.verbena.error.SysException if the device refuses an operation
     */
    public static MeasureReport call(
            InetSocketAddress server, MeasureHost host, MeasureOptions options, MeasurePlan plan) {
        requireExpressible(plan, options);
        try (CmSideChannel channel = CmSideChannel.connect(server, host, options)) {
            return runByCm(channel, host, options, plan, server, true);
        }
    }

    /**
     * Runs the server, which waits for a client of the RDMA CM. The parameters are those of {@link #call(InetSocketAddress,
     * MeasureHost, MeasureOptions, MeasurePlan)}.
     *
     * @param port the port of the RDMA CM, at all addresses of this host
     * @param host provides the device, and the RDMA CM
     * @param options the options of this side
     * @param plan the parameters, without warm-up
     * @return the results of this side, and those that the client reports
     * @throws IllegalArgumentException if the protocol of perftest cannot express the plan
     * @throws io.verbena.cm.CmException if the port is in use, or the client does not connect all queue pairs
     * @throws io.verbena.traffic.TrafficException if the peer ends too early, or the timeout expires
     * @throws io.verbena.exchange.ExchangeException if the client disconnects, does not respond, or is another program
     * @throws io.verbena.verbs.WorkCompletionException if a message cannot be sent or received
     * @throws io.verbena.error.SysException if the device refuses an operation
     */
    public static MeasureReport serve(int port, MeasureHost host, MeasureOptions options, MeasurePlan plan) {
        requireExpressible(plan, options);
        try (CmSideChannel channel = CmSideChannel.accept(port, host, options)) {
            return runByCm(channel, host, options, plan, new InetSocketAddress(port), false);
        }
    }

    private static void requireExpressible(MeasurePlan plan, MeasureOptions options) {
        if (plan.warmUp() > 0) {
            throw new IllegalArgumentException("the programs of perftest know no warm-up messages");
        }
        if (options.course().group() != null && plan.service() != QueuePairType.UD) {
            throw new IllegalArgumentException("datagrams are sent to a multicast group; use service UD");
        }
        MeasureLoop.requireCompletions(plan, options);
    }

    private static MeasureReport runByCm(
            CmSideChannel channel,
            MeasureHost host,
            MeasureOptions options,
            MeasurePlan plan,
            InetSocketAddress address,
            boolean calling) {
        PerftestControl control = new PerftestControl(channel, host, options, plan, calling);
        if (!plan.connectionManager()) {
            try (Station station = new Station(host.device(), plan, options)) {
                control.agree(station.mtu());
                return measure(station, control, calling);
            }
        }
        control.agree(channel.mtu(options.mtu()));
        try (CmConnecting connecting = new CmConnecting(host, plan, options)) {
            if (!calling) {
                connecting.listen(address.getPort());
            }
            control.point();
            Station station = calling ? connecting.connect(address, control) : connecting.accept(control);
            control.point();
            return measure(station, control, calling);
        }
    }

    private static MeasureReport run(
            SideChannel channel, MeasureHost host, MeasureOptions options, MeasurePlan plan, boolean calling) {
        requireExpressible(plan, options);
        if (plan.connectionManager()) {
            throw new IllegalArgumentException("the programs of perftest that connect queue pairs through the RDMA CM"
                    + " also exchange parameters over it; give the address of the server instead of a side channel");
        }
        PerftestControl control = new PerftestControl(channel, host, options, plan, calling);
        try (Station station = new Station(host.device(), plan, options)) {
            control.agree(station.mtu());
            return measure(station, control, calling);
        }
    }

    private static MeasureReport measure(Station station, PerftestControl control, boolean calling) {
        control.meet(station);
        boolean sending = calling != station.options.course().reversed();
        MeasureReport report = new MeasureLoop(station, control, sending).run();
        control.end();
        return report;
    }
}
