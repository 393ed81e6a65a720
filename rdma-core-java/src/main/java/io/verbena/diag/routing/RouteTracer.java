package io.verbena.diag.routing;

import io.verbena.error.RdmaException;
import io.verbena.iba.Lid;
import io.verbena.iba.LinearForwardingTable;
import io.verbena.mad.SubnetManagement;
import io.verbena.path.DirectedPath;
import io.verbena.subnet.NodeNameMap;
import java.util.ArrayList;
import java.util.List;

/**
 * Traces packets through the forwarding tables, hop by hop, from the end port to the source and on to the destination.
 * Only nodes on the route need to respond. Safe for use by several threads.
 */
public final class RouteTracer {
    private static final int BLOCK = 64;

    private final Place.Guide guide;
    private final boolean anyState;

    /**
     * Creates a tracer.
     *
     * @param anyState whether to follow links that are not active
     */
    public RouteTracer(SubnetManagement management, NodeNameMap names, Arrival arrival, boolean anyState) {
        this.guide = new Place.Guide(management, names, arrival);
        this.anyState = anyState;
    }

    /**
     * Returns the route of packets from one port to another.
     *
     * @throws RdmaException if the packets do not arrive, or a node on the route does not respond; the message contains
     *     the last node that they reach
     */
    public RouteTrace trace(Lid from, Lid to) {
        return trace(locate(from), to);
    }

    /** Returns the route of packets from the end of a directed route to a port. */
    public RouteTrace trace(DirectedPath from, Lid to) {
        return trace(locate(from), to);
    }

    Place locate(Lid lid) {
        Place self = Place.self(guide);
        return self.has(lid) ? self : last(walk(self, lid)).place();
    }

    Place locate(DirectedPath path) {
        Place at = Place.self(guide);
        for (int hop = 0; hop < path.hops(); hop++) {
            at = at.beyond(guide, path.port(hop));
        }
        return at;
    }

    private RouteTrace trace(Place from, Lid to) {
        if (from.has(to)) {
            return new RouteTrace(from.end(), List.of(), from.end(), null);
        }
        List<Step> steps = walk(from, to);
        List<RouteTrace.Hop> hops =
                steps.stream().map(step -> step.place().hop(step.exit())).toList();
        return new RouteTrace(from.end(), hops, last(steps).place().end(), null);
    }

    record Step(int exit, Place place) {}

    private static Step last(List<Step> steps) {
        return steps.get(steps.size() - 1);
    }

    private List<Step> walk(Place from, Lid to) {
        List<Step> steps = new ArrayList<>();
        Place at = from;
        while (!at.has(to)) {
            if (steps.size() == DirectedPath.MAX_HOPS) {
                throw lost(from, to, "the route is a loop");
            }
            int exit = exit(from, at, to, steps.isEmpty());
            at = at.next(guide, exit, anyState);
            steps.add(new Step(exit, at));
        }
        return steps;
    }

    private int exit(Place from, Place at, Lid to, boolean first) {
        if (!at.isSwitch()) {
            if (!first) {
                throw lost(
                        from,
                        to,
                        "they reach " + at + ", which has LID " + at.port().lid() + " and does not forward packets");
            }
            return at.node().localPortNum();
        }
        int exit = guide.management()
                .subnGet(LinearForwardingTable.class, at.path(), to.bits() / BLOCK)
                .port(to.bits() % BLOCK);
        if (exit == 0 || exit > at.node().numPorts()) {
            throw lost(from, to, at + (exit == 0 ? " is their destination" : " has no route to the LID"));
        }
        return exit;
    }

    private static RdmaException lost(Place from, Lid to, String reason) {
        return new RdmaException("packets from " + from + " to LID " + to + " are lost: " + reason);
    }
}
