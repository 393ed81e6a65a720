package io.verbena.diag.counters;

import java.util.List;

/**
 * A counter that exceeds its threshold.
 *
 * @param counter its name in infiniband-diags, such as {@code SymbolErrorCounter}
 * @param value its value
 * @param details the detailed counters, if they were requested and are available
 */
public record CountedError(String counter, long value, List<Count> details) {
    /** Copies the list. */
    public CountedError {
        details = List.copyOf(details);
    }

    /** Another counter, by its name in infiniband-diags; its value is unsigned, 64 bits. */
    public record Count(String counter, long value) {}
}
