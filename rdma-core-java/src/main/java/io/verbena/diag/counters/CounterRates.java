package io.verbena.diag.counters;

import java.time.Duration;
import java.util.List;

/**
 * How fast the counters of a port count.
 *
 * @param port its number; 255 for the sum of all ports of the node
 * @param elapsed between the two readings
 * @param rates of all counters, in their order
 */
public record CounterRates(int port, Duration elapsed, List<Rate> rates) {
    /** Makes the list immutable. */
    public CounterRates {
        rates = List.copyOf(rates);
    }

    /**
     * How fast one counter counts.
     *
     * @param counter the name that infiniband-diags gives it
     * @param value what it has; 64 bits, unsigned
     * @param change how much it has counted; since it was reset, if it has less than before
     * @param perSecond the same for a second
     */
    public record Rate(String counter, long value, long change, double perSecond) {}
}
