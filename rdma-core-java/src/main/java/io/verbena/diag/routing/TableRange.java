package io.verbena.diag.routing;

import org.jspecify.annotations.Nullable;

/**
 * A range of LIDs.
 *
 * @param first the first LID; null for the first entry of the table
 * @param last the last LID; null for the last entry of the table
 * @param withUnused whether to include entries without an output port
 */
public record TableRange(@Nullable Integer first, @Nullable Integer last, boolean withUnused) {
    /** All entries with an output port. */
    public static final TableRange USED = new TableRange(null, null, false);

    /** Checks the order of the LIDs. */
    public TableRange {
        if (first != null && last != null && first > last) {
            throw new IllegalArgumentException(
                    "LIDs " + first + " to " + last + " are not a range: the last is less than the first");
        }
    }

    int first(int lowest) {
        return first == null ? lowest : first;
    }

    int last(int highest) {
        return last == null ? highest : Math.min(last, highest);
    }
}
