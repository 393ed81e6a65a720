package io.verbena.diag.routing;

import org.jspecify.annotations.Nullable;

/**
 * The LIDs whose entries are wanted.
 *
 * @param first the first; null for the first there is
 * @param last the last; null for the last there is
 * @param withUnused whether entries that lead nowhere are wanted, too
 */
public record TableRange(@Nullable Integer first, @Nullable Integer last, boolean withUnused) {
    /** All entries that lead somewhere. */
    public static final TableRange USED = new TableRange(null, null, false);

    /** Refuses what has no entry. */
    public TableRange {
        if (first != null && last != null && first > last) {
            throw new IllegalArgumentException(
                    "LIDs " + first + " to " + last + " make no sense: the last is before the" + " first");
        }
    }

    int first(int lowest) {
        return first == null ? lowest : first;
    }

    int last(int highest) {
        return last == null ? highest : Math.min(last, highest);
    }
}
