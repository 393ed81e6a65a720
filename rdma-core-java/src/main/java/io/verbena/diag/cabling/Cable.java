package io.verbena.diag.cabling;

import io.verbena.iba.Guid;
import java.util.Comparator;

/**
 * A link between two ports. Each is here once: its smaller end comes first.
 *
 * @param one an end
 * @param other the other
 */
public record Cable(End one, End other) implements Comparable<Cable> {
    private static final Comparator<Cable> ORDER =
            Comparator.comparing(Cable::one).thenComparing(Cable::other);

    /** Puts the smaller end first. */
    public Cable {
        if (other.compareTo(one) < 0) {
            End larger = one;
            one = other;
            other = larger;
        }
    }

    /**
     * An end of a link; by the GUID, then the port.
     *
     * @param node the GUID of the node
     * @param port the number of its port
     */
    public record End(Guid node, int port) implements Comparable<End> {
        private static final Comparator<End> ORDER =
                Comparator.comparing(End::node).thenComparingInt(End::port);

        @Override
        public int compareTo(End another) {
            return ORDER.compare(this, another);
        }
    }

    @Override
    public int compareTo(Cable another) {
        return ORDER.compare(this, another);
    }
}
