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
 * Follows packets through the forwarding tables, hop by hop, from the end port to where they are to begin and on from there.
 * It needs no answer from a node that they do not pass. Safe for use by several threads.
 */
public final class RouteTracer {
    private static final int BLOCK = 64;

    private final Place.Guide guide;
    private final boolean anyState;

    /**
     * A tracer.
     *
     * @param arrival tells by which port packets come in
     * @param anyState whether a link is followed that is not active
     */
    public RouteTracer(SubnetManagement management, NodeNameMap names, Arrival arrival, boolean anyState) {
        this.guide = new Place.Guide(management, names, arrival);
        this.anyState = anyState;
    }

    /**
     * The way of packets from a port to another.
     *
     * @throws RdmaException if they do not arrive, or a node on the way does not answer; the message says how far they come
     */
    public RouteTrace trace(Lid from, Lid to) {
        return trace(locate(from), to);
    }

    /** The way of packets from the end of a directed route to a port. */
    public RouteTrace trace(DirectedPath from, Lid to) {
        return trace(locate(from), to);
    }

    /** The place that has a LID. */
    Place locate(Lid lid) {
        Place self = start();
        return self.has(lid) ? self : last(walk(self, lid)).place();
    }

    /** The place at the end of a directed route. */
    Place locate(DirectedPath path) {
        Place at = start();
        for (int hop = 0; hop < path.hops(); hop++) {
            at = at.beyond(guide, path.port(hop));
        }
        return at;
    }

    private Place start() {
        return Place.self(guide);
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

    /** A step: by which port, to where. */
    record Step(int exit, Place place) {}

    private static Step last(List<Step> steps) {
        return steps.get(steps.size() - 1);
    }

    /** The steps to a LID that the place itself does not have. */
    private List<Step> walk(Place from, Lid to) {
        List<Step> steps = new ArrayList<>();
        Place at = from;
        while (!at.has(to)) {
            if (steps.size() == DirectedPath.MAX_HOPS) {
                throw lost(from, to, "they go round in circles");
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
                        "they come to " + at + ", which has LID " + at.port().lid() + " and forwards nothing");
            }
            return at.node().localPortNum();
        }
        int exit = guide.management()
                .subnGet(LinearForwardingTable.class, at.path(), to.bits() / BLOCK)
                .port(to.bits() % BLOCK);
        if (exit == 0 || exit > at.node().numPorts()) {
            throw lost(from, to, at + (exit == 0 ? " takes them for itself" : " forwards them nowhere"));
        }
        return exit;
    }

    private static RdmaException lost(Place from, Lid to, String reason) {
        return new RdmaException("packets from " + from + " to LID " + to + " are lost: " + reason);
    }
}
