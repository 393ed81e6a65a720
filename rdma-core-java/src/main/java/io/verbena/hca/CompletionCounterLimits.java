package io.verbena.hca;

/**
 * Limits of the completion counters of a device (ibv_query_comp_cntr_caps(3)).
 *
 * @param maxValue maximum value of a counter, as an unsigned number
 * @param maxCounters maximum number of counters
 * @param operations operations that can be counted
 */
public record CompletionCounterLimits(long maxValue, int maxCounters, Flags<CompletionCounterOperation> operations) {
    /** Returns a line for each attribute. */
    @Override
    public String toString() {
        return AttributeText.of(this);
    }
}
