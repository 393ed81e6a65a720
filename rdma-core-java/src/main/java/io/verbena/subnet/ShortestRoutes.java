package io.verbena.subnet;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.function.Predicate;

/** Breadth-first search over links, through switches only, because no other node forwards directed routes. */
final class ShortestRoutes {
    private final Port from;
    private final Map<Node, Port> entries = new HashMap<>();
    private final Map<Port, Port> arrivals = new HashMap<>();
    private final Queue<Collection<Port>> open = new ArrayDeque<>();

    ShortestRoutes(Port from) {
        this.from = from;
    }

    /** Returns the shortest route to a port, or to any port of a switch. */
    Optional<Route> to(Port to) {
        if (to == from || (to.node() == from.node() && to.node().isSwitch())) {
            return Optional.of(new Route(from, List.of()));
        }
        Predicate<Port> there = to.node().isSwitch() ? port -> port.node() == to.node() : to::equals;
        return search(there).map(this::route);
    }

    /** Sets the path of each node without one to its shortest route. */
    void fill() {
        if (from.node().findPath().isEmpty()) {
            from.node().path(new Route(from, List.of()).directed());
        }
        Optional<Port> unused = search(arrival -> {
            if (arrival.node().findPath().isEmpty() && route(arrival).hops() <= 63) {
                arrival.node().path(route(arrival).directed());
            }
            return false;
        });
    }

    private Optional<Port> search(Predicate<Port> there) {
        entries.put(from.node(), from);
        open.add(from.node().isSwitch() ? from.node().ports() : List.of(from));
        while (!open.isEmpty()) {
            for (Port exit : open.remove()) {
                Optional<Port> found = leave(exit, there);
                if (found.isPresent()) {
                    return found;
                }
            }
        }
        return Optional.empty();
    }

    private Optional<Port> leave(Port exit, Predicate<Port> there) {
        Optional<Port> arrival = exit.peer();
        if (arrival.isEmpty() || arrivals.putIfAbsent(arrival.get(), exit) != null) {
            return Optional.empty();
        }
        Node node = arrival.get().node();
        if (entries.putIfAbsent(node, arrival.get()) == null && node.isSwitch()) {
            open.add(node.ports());
        }
        return arrival.filter(there);
    }

    private Route route(Port arrival) {
        List<Port> exits = new ArrayList<>();
        Port entry = arrival;
        while (entry != from) {
            Port exit = arrivals.get(entry);
            if (exit == null) {
                throw new IllegalStateException(entry + " was not arrived at");
            }
            exits.add(exit);
            // A route leaves a channel adapter only at its beginning.
            entry = exit == from ? from : entryOf(exit.node());
        }
        Collections.reverse(exits);
        return new Route(from, exits);
    }

    private Port entryOf(Node node) {
        Port entry = entries.get(node);
        if (entry == null) {
            throw new IllegalStateException(node + " was not arrived at");
        }
        return entry;
    }
}
