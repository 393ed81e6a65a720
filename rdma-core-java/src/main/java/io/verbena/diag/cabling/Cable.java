package io.verbena.diag.cabling;

import io.verbena.iba.Guid;
import java.util.Comparator;

/**
 * A link between two ports, whose lesser end comes first.
 *
 * @param one the lesser end
 * @param other the greater end
 */
public record Cable(End one, End other) implements Comparable<Cable> {
    private static final Comparator<Cable> ORDER =
            Comparator.comparing(Cable::one).thenComparing(Cable::other);

    /** Orders the ends. */
    public Cable {
        if (other.compareTo(one) < 0) {
            End larger = one;
            one = other;
            other = larger;
        }
    }

    /**
     * An end of a link, ordered by GUID and port.
     *
     * @param node the GUID of the node
     * @param port the port number
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
