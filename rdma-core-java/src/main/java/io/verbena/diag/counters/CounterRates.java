package io.verbena.diag.counters;

import java.time.Duration;
import java.util.List;

/**
 * The rates of the counters of a port.
 *
 * @param port the port number; 255 for the sum of all ports of the node
 * @param elapsed the time between the two readings
 * @param rates the rates of all counters, in the order of the counters
 */
public record CounterRates(int port, Duration elapsed, List<Rate> rates) {
    /** Copies the list. */
    public CounterRates {
        rates = List.copyOf(rates);
    }

    /**
     * The rate of a counter.
     *
     * @param counter its name in infiniband-diags
     * @param value its value, unsigned, 64 bits
     * @param change the increase; if the value decreased, the value since the reset
     * @param perSecond the increase per second
     */
    public record Rate(String counter, long value, long change, double perSecond) {}
}
