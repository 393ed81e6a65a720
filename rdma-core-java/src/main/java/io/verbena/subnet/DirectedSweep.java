package io.verbena.subnet;

import io.verbena.error.RdmaException;
import io.verbena.iba.LaneSpeed;
import io.verbena.iba.MlnxExtPortInfo;
import io.verbena.iba.NodeDescription;
import io.verbena.iba.NodeInfo;
import io.verbena.iba.PortInfo;
import io.verbena.iba.PortPhysicalState;
import io.verbena.iba.PortState;
import io.verbena.iba.Structure;
import io.verbena.iba.SubnGet;
import io.verbena.iba.SwitchInfo;
import io.verbena.mad.MadStatusException;
import io.verbena.mad.MadTimeoutException;
import io.verbena.mad.MadTransactor;
import io.verbena.path.DirectedPath;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Reads a subnet node by node along its links.
 *
 * <p>A NodeInfo contains the port through which the request arrived. A link is therefore known from both ends when its
 * far node has responded, and is not followed from the other end.
 */
class DirectedSweep extends Sweep {
    private static final int MELLANOX = 0x2c9;
    private static final int NO_PORT = -1;

    private final int maxHops;
    private final boolean bounded;
    private final Queue<Runnable> farther = new ArrayDeque<>();
    private Start start;
    private @Nullable Port origin;
    private int links;

    DirectedSweep(MadTransactor mad, Consumer<DiscoveryProgress> listener, Start start, int maxHops) {
        super(mad, listener);
        this.start = start;
        this.maxHops = Math.min(maxHops, start.room());
        this.bounded = maxHops < DirectedPath.MAX_HOPS;
    }

    @Override
    final void begin() {
        meet(DirectedPath.self(), null);
    }

    @Override
    final int links() {
        return links;
    }

    @Override
    final @Nullable Subnet build(long datagrams) {
        return origin == null ? null : subnet.startingAt(start).build(origin, datagrams);
    }

    /** Requests the NodeInfo of the node at the end of a route, which leaves through port {@code from}. */
    final void meet(DirectedPath route, @Nullable Port from) {
        ask(
                NodeInfo.class,
                start.to(route),
                0,
                info -> met(start.seen(info, route), route, from),
                failure -> notMet(failure, from));
    }

    void notMet(RdmaException failure, @Nullable Port from) {
        String what = from == null
                ? "cannot read the start of the discovery"
                : "cannot read the node at the other end of " + from;
        fail(failure.during(what + hint(failure)));
    }

    /** Returns a hint that an M_Key may be missing: a port that is protected by one drops other requests. */
    private String hint(RdmaException failure) {
        if (!(failure instanceof MadTimeoutException)) {
            return "";
        }
        return mad.options().keys().mKey() == 0
                ? " (unreachable, or it requires an M_Key, which the options lack)"
                : " (unreachable, or it requires another M_Key than the options have)";
    }

    private void met(NodeInfo info, DirectedPath route, @Nullable Port from) {
        boolean known = subnet.node(info.nodeGuid()).isPresent();
        Port port = subnet.node(info, route);
        Node node = port.node();
        boolean joined = false;
        if (from == null) {
            origin = port;
            start = node.isSwitch() ? start : start.atAdapter();
        } else {
            boolean linked = from.peer().isPresent();
            joined = from.join(port);
            if (!joined) {
                contradiction(info, route, from, port);
            } else if (!linked) {
                links++;
            }
        }
        if (!known) {
            describe(node, route, port);
        } else if (!node.isSwitch() && port.info().isEmpty()) {
            readPort(node, route, port.number());
        }
        if (from != null && joined) {
            linked(from, port);
        }
    }

    /** Called when a link is found whose far node is being read. */
    void linked(Port from, Port to) {}

    private void contradiction(NodeInfo info, DirectedPath route, Port from, Port port) {
        Port taken = port.peer().isPresent() ? port : from;
        subnet.fail(new SubnetConflictException(
                info.nodeGuid(),
                "the subnet changed, or two nodes share the GUID "
                        + info.nodeGuid().toHex() + ": " + route + " leads from " + from + " to " + port
                        + ", which was met at "
                        + port.node().path() + ", but " + taken + " is linked to "
                        + taken.peer().map(Port::toString).orElse("nothing")));
    }

    /**
     * Reads all attributes of a node that is met for the first time; of a channel adapter, only the port at which it
     * was met.
     */
    void describe(Node node, DirectedPath route, Port arrival) {
        describe(node, route, arrival.number(), NO_PORT);
    }

    /** Reads all attributes of a node except one port, which was read already. */
    final void describe(Node node, DirectedPath route, int arrival, int asked) {
        Consumer<RdmaException> undescribed = failing(() -> "cannot read the description of " + node);
        askNode(node, NodeDescription.class, route, 0, node::description, undescribed);
        if (node.isSwitch()) {
            askNode(
                    node,
                    SwitchInfo.class,
                    route,
                    0,
                    node::switchInfo,
                    failing(() -> "cannot read the switch " + node));
        }
        int first = node.isSwitch() ? 0 : arrival;
        int last = node.isSwitch() ? node.info().numPorts() : arrival;
        for (int number = first; number <= last; number++) {
            if (number != asked) {
                readPort(node, route, number);
            }
        }
    }

    final void readPort(Node node, DirectedPath route, int number) {
        readPort(node, route, number, port -> {});
    }

    /** Reads a port and follows its link; {@code then} runs last, even if the port does not respond. */
    final void readPort(Node node, DirectedPath route, int number, Consumer<Port> then) {
        Port port = node.addPort(number);
        if (node.isSwitch()) {
            port.guid(node.info().portGuid());
        }
        askNode(
                node,
                PortInfo.class,
                route,
                number,
                info -> {
                    port.info(info);
                    if (number != 0 && hasLink(info) && mayBeFdr10(node, port)) {
                        readVendorSpeed(node, route, port);
                    }
                    goOnBehind(port, route);
                    then.accept(port);
                },
                failure -> {
                    fail(failure.during("cannot read " + port));
                    then.accept(port);
                });
    }

    private void goOnBehind(Port port, DirectedPath route) {
        Node node = port.node();
        boolean begin = origin != null && origin.node() == node && route.hops() == 0;
        boolean leads = port.number() != 0
                && (node.isSwitch() || begin)
                && port.info().filter(DirectedSweep::hasLink).isPresent();
        if (leads && port.peer().isEmpty() && route.hops() < maxHops) {
            goOn(() -> meetUnlessKnown(route.then(port.number()), port));
        }
    }

    final void meetUnlessKnown(DirectedPath route, Port from) {
        if (from.peer().isEmpty()) {
            meet(route, from);
        }
    }

    /**
     * Continues with a step. If the number of hops is limited, each distance waits for the previous one, so that every
     * node is met by a shortest route and all nodes within the limit are reached.
     */
    final void goOn(Runnable step) {
        if (bounded) {
            farther.add(step);
        } else {
            step.run();
        }
    }

    @Override
    final void idle() {
        // Responses are handled only after this method returns, so no request is skipped.
        for (Runnable step = farther.poll(); step != null && !isDone(); step = farther.poll()) {
            step.run();
        }
    }

    final boolean isWithinReach(DirectedPath route) {
        return route.hops() < maxHops;
    }

    private static boolean mayBeFdr10(Node node, Port port) {
        return node.info().vendorId() == MELLANOX && port.speed() == LaneSpeed.QDR;
    }

    /**
     * Reads the vendor-specific speed. A device that does not know the attribute refuses it, which is not a failure.
     */
    private void readVendorSpeed(Node node, DirectedPath route, Port port) {
        askNode(
                node,
                MlnxExtPortInfo.class,
                route,
                port.number(),
                info -> port.fdr10((info.linkSpeedActive() & 1) != 0),
                failure -> {
                    if (!(failure instanceof MadStatusException)) {
                        fail(failure.during("cannot read the vendor's speed of " + port));
                    }
                });
    }

    static boolean hasLink(PortInfo info) {
        return info.portPhysicalState() == PortPhysicalState.LINK_UP && info.portState() != PortState.DOWN;
    }

    <T extends Structure & SubnGet> void askNode(
            Node node,
            Class<T> type,
            DirectedPath route,
            int modifier,
            Consumer<T> next,
            Consumer<RdmaException> otherwise) {
        ask(type, start.to(route), modifier, next, otherwise);
    }
}
