package io.verbena.diag.counters;

import io.verbena.diag.counters.CountedError.Count;
import io.verbena.diag.link.PortLink;
import io.verbena.iba.Guid;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The results of a port.
 *
 * @param guid the GUID of the port, which all ports of a switch share
 * @param port the port number; 255 for the sum of all ports of a switch
 * @param errors the counters that exceed their thresholds
 * @param traffic the traffic counters, if they were requested
 * @param link the link of the port; null for a sum
 */
public record PortErrors(
        Guid guid,
        int port,
        List<CountedError> errors,
        List<Count> traffic,
        @Nullable PortLink link) {
    /** Copies the lists. */
    public PortErrors {
        errors = List.copyOf(errors);
        traffic = List.copyOf(traffic);
    }

    /** Returns whether it stands for all ports. */
    public boolean isSum() {
        return port == CounterAgent.ALL_PORTS;
    }
}
