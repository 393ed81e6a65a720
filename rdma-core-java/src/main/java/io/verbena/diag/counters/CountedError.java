package io.verbena.diag.counters;

import java.util.List;

/**
 * A counter that is over its threshold.
 *
 * @param counter the name that infiniband-diags gives it, {@code SymbolErrorCounter}
 * @param value what it has
 * @param details why it counted, where that was asked for and told
 */
public record CountedError(String counter, long value, List<Count> details) {
    /** Makes the list immutable. */
    public CountedError {
        details = List.copyOf(details);
    }

    /** Another counter, by the name that infiniband-diags gives it; 64 bits, unsigned. */
    public record Count(String counter, long value) {}
}
