package io.verbena.embedded.sm;

import java.util.List;

/**
 * What came of a heavy sweep, in which a subnet manager looks at the whole subnet.
 *
 * @param number from 1; 0 before the first has ended
 * @param nodes how many nodes answered
 * @param failures what did not go as it should, one line each: who did not answer which request, and who refused it
 */
public record SweepReport(int number, int nodes, List<String> failures) {
    /** Before the first sweep has ended. */
    static final SweepReport NONE = new SweepReport(0, 0, List.of());

    /** Makes it. */
    public SweepReport {
        failures = List.copyOf(failures);
    }
}
