package io.verbena.diag.routing;

import io.verbena.error.RdmaException;
import io.verbena.iba.Guid;
import io.verbena.iba.Lid;
import io.verbena.mad.SubnetManagement;
import io.verbena.path.DirectedPath;
import io.verbena.path.IbPath;
import io.verbena.path.Path;
import io.verbena.subnet.NodeNameMap;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Traces multicast packets through the forwarding tables. Safe for use by several threads. */
public final class MulticastTracer {
    private final SubnetManagement management;
    private final Place.Guide guide;
    private final RouteTracer unicast;

    /** Creates a tracer. */
    public MulticastTracer(SubnetManagement management, NodeNameMap names, Arrival arrival) {
        this.management = management;
        this.guide = new Place.Guide(management, names, arrival);
        this.unicast = new RouteTracer(management, names, arrival, false);
    }

    /** A branch of the multicast tree: its end, and the branch and port from which it continues. */
    private record Branch(Place place, int exit, @Nullable Branch before) {}

    /**
     * Returns the route of packets to a group from one port to another.
     *
     * @param from a LID, or a directed route
     * @throws IllegalArgumentException if the group is not a multicast LID
     * @throws RdmaException if the packets do not arrive, or a node on the route does not respond
     */
    public RouteTrace trace(Path from, Lid to, Lid group) {
        if (group.bits() < Lid.FIRST_MULTICAST.bits() || group.equals(Lid.PERMISSIVE)) {
            throw new IllegalArgumentException(
                    "0x%04x is not a multicast LID; expected 0xc000 to 0xfffe".formatted(group.bits()));
        }
        Place start =
                from instanceof DirectedPath route ? unicast.locate(route) : unicast.locate(((IbPath) from).dlid());
        ArrayDeque<Branch> open = new ArrayDeque<>(List.of(new Branch(start, 0, null)));
        Set<Guid> met = new HashSet<>(Set.of(start.node().nodeGuid()));
        while (!open.isEmpty()) {
            Branch branch = open.remove();
            for (int exit : exits(branch, group)) {
                Place next = branch.place().next(guide, exit, true);
                Branch further = new Branch(next, exit, branch);
                if (next.has(to)) {
                    return trace(further, group);
                }
                if (met.add(next.node().nodeGuid())) {
                    open.add(further);
                }
            }
        }
        throw new RdmaException(
                "packets from %s to group 0x%04x do not reach LID %s".formatted(start, group.bits(), to));
    }

    /** Returns the output ports of packets, which exclude the input port. */
    private List<Integer> exits(Branch branch, Lid group) {
        Place at = branch.place();
        if (!at.isSwitch()) {
            return branch.before() == null ? List.of(at.node().localPortNum()) : List.of();
        }
        int index = group.bits() - Lid.FIRST_MULTICAST.bits();
        int positions = at.node().numPorts() / MulticastTable.PORTS + 1;
        return MulticastTable.ports(
                        MulticastTable.ask(management, at.path(), index / MulticastTable.BLOCK, positions),
                        index % MulticastTable.BLOCK)
                .stream()
                .filter(port -> port != 0 && (branch.before() == null || port != at.entry()))
                .toList();
    }

    private static RouteTrace trace(Branch last, Lid group) {
        ArrayDeque<RouteTrace.Hop> hops = new ArrayDeque<>();
        Branch at = last;
        Branch first = last;
        for (Branch before = at.before(); before != null; before = at.before()) {
            hops.addFirst(at.place().hop(at.exit()));
            first = at;
            at = before;
        }
        Place from = at.place();
        Place to = last.place();
        return new RouteTrace(
                from.end(from.isSwitch() ? first.exit() : from.node().localPortNum()),
                new ArrayList<>(hops),
                to.end(to.entry()),
                group);
    }
}
