package io.verbena.diag.counters;

import io.verbena.diag.counters.CountedError.Count;
import io.verbena.diag.link.LinkReport;
import io.verbena.iba.Guid;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is to be said of one port.
 *
 * @param guid of the port; all ports of a switch have the same
 * @param port its number; 255 for the sum of all ports of a switch
 * @param errors the counters over their thresholds
 * @param traffic packets and data, where that was asked for
 * @param link its link; null for a sum
 */
public record PortErrors(
        Guid guid,
        int port,
        List<CountedError> errors,
        List<Count> traffic,
        @Nullable LinkReport link) {
    /** Makes the lists immutable. */
    public PortErrors {
        errors = List.copyOf(errors);
        traffic = List.copyOf(traffic);
    }

    /** Whether it stands for all ports. */
    public boolean isSum() {
        return port == CounterAgent.ALL_PORTS;
    }
}
