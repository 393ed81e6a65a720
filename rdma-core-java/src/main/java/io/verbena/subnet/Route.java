package io.verbena.subnet;

import io.verbena.path.DirectedPath;
import java.util.ArrayList;
import java.util.List;

/**
 * A route through a subnet. Immutable.
 *
 * @param from port from which the route starts
 * @param exits ports through which the route leaves each node, all with a link; empty if it ends where it starts
 */
public record Route(Port from, List<Port> exits) {
    /** Copies the ports. */
    public Route {
        exits = List.copyOf(exits);
    }

    /** Returns the port at which the route arrives. */
    public Port to() {
        return exits.isEmpty() ? from : arrival(exits.get(exits.size() - 1));
    }

    /** Returns the number of links. */
    public int hops() {
        return exits.size();
    }

    /** Returns all nodes, from first to last. */
    public List<Node> nodes() {
        List<Node> nodes = new ArrayList<>(exits.size() + 1);
        nodes.add(from.node());
        exits.forEach(exit -> nodes.add(arrival(exit).node()));
        return nodes;
    }

    /**
     * Returns this route as a directed route.
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
