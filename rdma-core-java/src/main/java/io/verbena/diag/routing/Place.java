package io.verbena.diag.routing;

import io.verbena.error.RdmaException;
import io.verbena.iba.Lid;
import io.verbena.iba.NodeDescription;
import io.verbena.iba.NodeInfo;
import io.verbena.iba.NodeType;
import io.verbena.iba.PortInfo;
import io.verbena.iba.PortState;
import io.verbena.mad.SubnetManagement;
import io.verbena.path.DirectedPath;
import io.verbena.subnet.NodeNameMap;
import org.jspecify.annotations.Nullable;

/**
 * The end of a trace so far: a node, the route to it from the end port, and the input port of packets.
 *
 * @param behind the place from which the directed route continues to this one; null at its start
 */
record Place(
        DirectedPath path,
        NodeInfo node,
        PortInfo port,
        String name,
        int entry,
        @Nullable Place behind) {

    record Guide(SubnetManagement management, NodeNameMap names, Arrival arrival) {}

    /** Returns the start of directed routes. */
    static Place self(Guide guide) {
        return ask(guide, DirectedPath.self(), 0, null);
    }

    /** Returns the place behind a port, regardless of the state of the port. */
    Place beyond(Guide guide, int exit) {
        return ask(guide, path.then(exit), exit, this);
    }

    private static Place ask(Guide guide, DirectedPath path, int exit, @Nullable Place behind) {
        SubnetManagement management = guide.management();
        NodeInfo node = management.subnGet(NodeInfo.class, path);
        int port = node.nodeType() == NodeType.SWITCH ? 0 : node.localPortNum();
        PortInfo info = management.subnGet(PortInfo.class, path, port);
        String own = management.subnGet(NodeDescription.class, path).nodeString();
        int entry = behind == null ? node.localPortNum() : guide.arrival().port(behind.port.lid(), exit, node);
        return new Place(path, node, info, guide.names().nameOf(node.nodeGuid(), own), entry, behind);
    }

    boolean isSwitch() {
        return node.nodeType() == NodeType.SWITCH;
    }

    /** Returns whether the node has a LID, so that packets to it end here. */
    boolean has(Lid lid) {
        return port.lid().isUnicast() && lid.bits() >>> port.lmc() == port.lid().bits() >>> port.lmc();
    }

    /**
     * Returns the place behind a port.
     *
     * @param anyState whether to ignore the state of the link
     * @throws RdmaException if there is no link that packets can use
     */
    Place next(Guide guide, int exit, boolean anyState) {
        if (!isSwitch() && path.hops() > 0) {
            // No directed route passes through an end port, because it would have to leave by the link that it entered.
            Place back = behind;
            if (back == null) {
                throw new RdmaException("no directed route passes through " + this);
            }
            return back.enteredBy(path.port(path.hops() - 1));
        }
        if (!anyState) {
            PortState state =
                    guide.management().subnGet(PortInfo.class, path, exit).portState();
            if (state != PortState.ACTIVE) {
                throw new RdmaException("port " + exit + " of " + this + " is " + state.text()
                        + ", not Active; to trace it anyway, use -f");
            }
        }
        return beyond(guide, exit);
    }

    private Place enteredBy(int number) {
        return new Place(path, node, port, name, number, behind);
    }

    RouteTrace.End end() {
        return end(isSwitch() ? 0 : node.localPortNum());
    }

    RouteTrace.End end(int number) {
        return new RouteTrace.End(node.nodeType(), node.nodeGuid(), number, port.lid(), 1 << port.lmc(), name);
    }

    RouteTrace.Hop hop(int exit) {
        return new RouteTrace.Hop(
                exit, node.nodeType(), node.nodeGuid(), node.portGuid(), entry, port.lid(), 1 << port.lmc(), name);
    }

    @Override
    public String toString() {
        return '"' + name + '"';
    }
}
