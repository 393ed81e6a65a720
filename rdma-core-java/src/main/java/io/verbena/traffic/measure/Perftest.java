package io.verbena.traffic.measure;

import io.verbena.exchange.SideChannel;
import io.verbena.traffic.measure.Measurement.MeasureHost;

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

    private static MeasureReport run(
            SideChannel channel, MeasureHost host, MeasureOptions options, MeasurePlan plan, boolean calling) {
        if (plan.connectionManager() || plan.warmUp() > 0) {
            throw new IllegalArgumentException(
                    "the programs of perftest know no warm-up messages, and queue pairs are connected over TCP");
        }
        MeasureLoop.requireCompletions(plan, options);
        PerftestControl control = new PerftestControl(channel, options.timeout(), plan, calling);
        try (Station station = new Station(host.device(), plan, options)) {
            control.meet(station);
            MeasureReport report = new MeasureLoop(station, control, calling).run();
            control.end();
            return report;
        }
    }
}
