package io.verbena.path;

import io.verbena.iba.Lid;

/**
 * A directed route that starts at the port with a LID instead of at the end port (IBA 14.2.2): the packet travels by LID
 * first, then by the ports. Immutable.
 *
 * <p>Only subnet management packets travel so. The answer comes back by LID, so the end port needs one.
 *
 * @param lid where the directed part starts
 * @param route the directed part, of one hop at least; to the port with the LID itself leads {@link IbPath#to(Lid)}
 */
public record CombinedPath(Lid lid, DirectedPath route) implements Path {

    /**
     * Refuses what leads nowhere.
     *
     * @throws IllegalArgumentException if no port can have the LID, or the route has no hop
     */
    public CombinedPath {
        if (!lid.isUnicast()) {
            throw new IllegalArgumentException("a combined route cannot start at LID " + lid
                    + "; those of ports are from 1 to " + (Lid.FIRST_MULTICAST.bits() - 1));
        }
        if (route.hops() == 0) {
            throw new IllegalArgumentException(
                    "a combined route has one hop at least; to LID " + lid + " itself leads the LID alone");
        }
    }

    @Override
    public CombinedPath then(DirectedPath onward) {
        return new CombinedPath(lid, route.then(onward));
    }

    /** The form in which people write it, {@code 4+0,1}. */
    public String text() {
        return lid + "+" + route.route();
    }

    /** {@code CombinedPath[4+0,1]}. */
    @Override
    public String toString() {
        return "CombinedPath[" + text() + "]";
    }
}
