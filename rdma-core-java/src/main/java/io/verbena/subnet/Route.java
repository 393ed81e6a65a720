package io.verbena.subnet;

import io.verbena.path.DirectedPath;
import java.util.ArrayList;
import java.util.List;

/**
 * A way through a subnet. Immutable.
 *
 * @param from where it begins
 * @param exits the ports by which it leaves each node on the way, each of which has a link; empty for no way to go
 */
public record Route(Port from, List<Port> exits) {
    /** Makes the exits immutable. */
    public Route {
        exits = List.copyOf(exits);
    }

    /** The port at which it arrives. */
    public Port to() {
        return exits.isEmpty() ? from : arrival(exits.get(exits.size() - 1));
    }

    /** The number of links on the way. */
    public int hops() {
        return exits.size();
    }

    /** All nodes, from the first to the last. */
    public List<Node> nodes() {
        List<Node> nodes = new ArrayList<>(exits.size() + 1);
        nodes.add(from.node());
        exits.forEach(exit -> nodes.add(arrival(exit).node()));
        return nodes;
    }

    /**
     * The same way as a directed route.
     *
     * @throws IllegalArgumentException if it has more than 63 links
     */
    public DirectedPath directed() {
        return DirectedPath.of(exits.stream().mapToInt(Port::number).toArray());
    }

    private static Port arrival(Port exit) {
        return exit.peer().orElseThrow(() -> new IllegalArgumentException(exit + " has no link to leave by"));
    }
}
