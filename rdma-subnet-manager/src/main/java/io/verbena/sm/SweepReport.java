package io.verbena.sm;

import java.util.List;

/**
 * The result of a heavy sweep, in which a subnet manager reads the whole subnet.
 *
 * @param number the number of the sweep, from 1; 0 before the first sweep has ended
 * @param nodes the number of nodes that responded
 * @param failures one message for each request that failed
 */
public record SweepReport(int number, int nodes, List<String> failures) {
    /** The report before the first sweep has ended. */
    static final SweepReport NONE = new SweepReport(0, 0, List.of());

    /** Copies the list of failures. */
    public SweepReport {
        failures = List.copyOf(failures);
    }
}
