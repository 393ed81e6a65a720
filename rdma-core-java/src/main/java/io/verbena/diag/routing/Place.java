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
 * Where a trace has come to: a node, the way to it from the end port, and the port by which packets come in.
 *
 * @param behind the place from which the directed route came here; null where it begins
 */
record Place(
        DirectedPath path,
        NodeInfo node,
        PortInfo port,
        String name,
        int entry,
        @Nullable Place behind) {

    /** Who asks, and how. */
    record Guide(SubnetManagement management, NodeNameMap names, Arrival arrival) {}

    /** The place where directed routes begin. */
    static Place self(Guide guide) {
        return ask(guide, DirectedPath.self(), 0, null);
    }

    /** The place behind a port, without a look at its state. */
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

    /** Whether packets to the LID end here. */
    boolean has(Lid lid) {
        return port.lid().isUnicast() && lid.bits() >>> port.lmc() == port.lid().bits() >>> port.lmc();
    }

    /**
     * The place behind one of its ports.
     *
     * @param anyState whether links count whatever their state
     * @throws RdmaException if there is no link that packets could take
     */
    Place next(Guide guide, int exit, boolean anyState) {
        if (!isSwitch() && path.hops() > 0) {
            // No directed route goes on through an end port: it was reached by the link that it leaves by.
            Place back = behind;
            if (back == null) {
                throw new RdmaException("no directed route goes on through " + this);
            }
            return back.enteredBy(path.port(path.hops() - 1));
        }
        if (!anyState) {
            PortState state =
                    guide.management().subnGet(PortInfo.class, path, exit).portState();
            if (state != PortState.ACTIVE) {
                throw new RdmaException("port " + exit + " of " + this + " is " + state.text()
                        + ", not Active; -f goes on" + " all the same");
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
