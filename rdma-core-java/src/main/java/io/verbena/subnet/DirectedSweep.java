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
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Goes from node to node along the links.
 *
 * <p>Who answers at the far end of a link tells its own port, so the link is then known from both ends, and is not asked
 * about from the other.
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

    /** Asks who is at the end of the way, which leaves the port {@code from}. */
    final void meet(DirectedPath way, @Nullable Port from) {
        ask(
                NodeInfo.class,
                start.to(way),
                0,
                info -> met(start.seen(info, way), way, from),
                failure -> notMet(failure, from));
    }

    /** Nobody answered at the other end of a port. */
    void notMet(RdmaException failure, @Nullable Port from) {
        String what = from == null
                ? "cannot read where the discovery begins"
                : "cannot read what is at the other end of " + from;
        fail(failure.during(what + hint(failure)));
    }

    /** A port that an M_Key protects drops what has not the key, so it looks like a silent one. */
    private String hint(RdmaException failure) {
        if (!(failure instanceof MadTimeoutException)) {
            return "";
        }
        return mad().options().keys().mKey() == 0
                ? " (silent, or it wants an M_Key, and the options have none)"
                : " (silent, or it wants another M_Key than the options have)";
    }

    private void met(NodeInfo info, DirectedPath way, @Nullable Port from) {
        boolean known = subnet.node(info.nodeGuid()).isPresent();
        Port port = subnet.node(info, way);
        Node node = port.node();
        boolean joined = false;
        if (from == null) {
            origin = port;
            start = node.isSwitch() ? start : start.atAdapter();
        } else {
            boolean linked = from.peer().isPresent();
            joined = from.join(port);
            if (!joined) {
                contradiction(info, way, from, port);
            } else if (!linked) {
                links++;
            }
        }
        if (!known) {
            describe(node, way, port);
        } else if (!node.isSwitch() && port.info().isEmpty()) {
            readPort(node, way, port.number());
        }
        if (from != null && joined) {
            linked(from, port);
        }
    }

    /** A link was found, and who is behind it is being asked. */
    void linked(Port from, Port to) {}

    private void contradiction(NodeInfo info, DirectedPath way, Port from, Port port) {
        Port taken = port.peer().isPresent() ? port : from;
        subnet.fail(new RdmaException("the subnet changed, or two nodes share the GUID "
                + info.nodeGuid().toHex() + ": " + way + " leads from " + from + " to " + port + ", which was met at "
                + port.node().path() + ", but " + taken + " is linked to "
                + taken.peer().map(Port::toString).orElse("nothing")));
    }

    /** Asks a node that was not met before for all that it tells; of an adapter only the port that it was met at. */
    void describe(Node node, DirectedPath way, Port arrival) {
        describe(node, way, arrival.number(), NO_PORT);
    }

    /** The same but for a port that was asked already. */
    final void describe(Node node, DirectedPath way, int arrival, int asked) {
        readDescription(node, way);
        if (node.isSwitch()) {
            askNode(node, SwitchInfo.class, way, 0, () -> "cannot read the switch " + node, node::switchInfo);
        }
        int first = node.isSwitch() ? 0 : arrival;
        int last = node.isSwitch() ? node.info().numPorts() : arrival;
        for (int number = first; number <= last; number++) {
            if (number != asked) {
                readPort(node, way, number);
            }
        }
    }

    final void readDescription(Node node, DirectedPath way) {
        askNode(node, NodeDescription.class, way, 0, () -> "cannot read the description of " + node, node::description);
    }

    final void readPort(Node node, DirectedPath way, int number) {
        readPort(node, way, number, port -> {});
    }

    /** Reads a port and goes on behind it; {@code then} comes last, also if it did not answer. */
    final void readPort(Node node, DirectedPath way, int number, Consumer<Port> then) {
        Port port = node.addPort(number);
        if (node.isSwitch()) {
            port.guid(node.info().portGuid());
        }
        askNode(
                node,
                PortInfo.class,
                way,
                number,
                info -> {
                    port.info(info);
                    if (number != 0 && hasLink(info) && mayBeFdr10(node, port)) {
                        readVendorSpeed(node, way, port);
                    }
                    goOnBehind(port, way);
                    then.accept(port);
                },
                failure -> {
                    fail(failure.during("cannot read " + port));
                    then.accept(port);
                });
    }

    private void goOnBehind(Port port, DirectedPath way) {
        Node node = port.node();
        boolean begin = origin != null && origin.node() == node && way.hops() == 0;
        boolean leads = port.number() != 0
                && (node.isSwitch() || begin)
                && port.info().filter(DirectedSweep::hasLink).isPresent();
        if (leads && port.peer().isEmpty() && way.hops() < maxHops) {
            goOn(() -> meetUnlessKnown(way.then(port.number()), port));
        }
    }

    final void meetUnlessKnown(DirectedPath way, Port from) {
        if (from.peer().isEmpty()) {
            meet(way, from);
        }
    }

    /**
     * Where the number of hops is bounded, no node may be met by a way that is longer than it must be, or what is behind
     * it is out of reach; so each distance waits for the one before. Without a bound nothing waits.
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
        // What is asked here cannot be taken before this returns, so that none is left behind.
        for (Runnable step = farther.poll(); step != null && !isDone(); step = farther.poll()) {
            step.run();
        }
    }

    final boolean isWithinReach(DirectedPath way) {
        return way.hops() < maxHops;
    }

    private static boolean mayBeFdr10(Node node, Port port) {
        return node.info().vendorId() == MELLANOX && port.speed() == LaneSpeed.QDR;
    }

    /** A device that does not know the attribute refuses it, which is an answer, too. */
    private void readVendorSpeed(Node node, DirectedPath way, Port port) {
        askNode(
                node,
                MlnxExtPortInfo.class,
                way,
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

    final <T extends Structure & SubnGet> void askNode(
            Node node, Class<T> type, DirectedPath way, int modifier, Supplier<String> purpose, Consumer<T> next) {
        askNode(node, type, way, modifier, next, failure -> fail(failure.during(purpose.get())));
    }

    /** Asks a node that was met on this way. */
    <T extends Structure & SubnGet> void askNode(
            Node node,
            Class<T> type,
            DirectedPath way,
            int modifier,
            Consumer<T> next,
            Consumer<RdmaException> otherwise) {
        ask(type, start.to(way), modifier, next, otherwise);
    }
}
