package io.verbena.path;

import io.verbena.iba.Lid;

/**
 * A combined route (IBA 14.2.2): packets travel by LID to a port, and by directed route from there. Immutable.
 *
 * <p>Only subnet management packets can take such a route. Responses return by LID, so the end port needs one.
 *
 * @param lid LID of the port where the directed part starts
 * @param route the directed part, with at least one hop; for the port itself, use {@link IbPath#to(Lid)}
 */
public record CombinedPath(Lid lid, DirectedPath route) implements Path {

    /**
     * Creates a path.
     *
     * @throws IllegalArgumentException if the LID is not a unicast LID, or the route has no hop
     */
    public CombinedPath {
        if (!lid.isUnicast()) {
            throw new IllegalArgumentException("a combined route cannot start at LID " + lid
                    + "; those of ports are from 1 to " + (Lid.FIRST_MULTICAST.bits() - 1));
        }
        if (route.hops() == 0) {
            throw new IllegalArgumentException(
                    "a combined route has at least one hop; for LID " + lid + " itself, use the LID alone");
        }
    }

    @Override
    public CombinedPath then(DirectedPath onward) {
        return new CombinedPath(lid, route.then(onward));
    }

    /** Returns the short form, {@code 4+0,1}. */
    public String text() {
        return lid + "+" + route.route();
    }

    /** Returns the long form, {@code CombinedPath[4+0,1]}. */
    @Override
    public String toString() {
        return "CombinedPath[" + text() + "]";
    }
}
