package io.verbena.subnet;

import io.verbena.error.RdmaException;
import io.verbena.iba.LaneSpeed;
import io.verbena.iba.PortInfo;
import io.verbena.iba.SwitchInfo;
import io.verbena.mad.MadTransactor;
import io.verbena.path.DirectedPath;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Reads what may have changed since an older subnet. Each link is followed to identify the node behind it. Of an
 * unchanged link, one end is read; if that is unchanged, so is the other end. Descriptions of known nodes are taken
 * over.
 */
final class UpdateSweep extends DirectedSweep {
    private final Subnet older;

    // Followed without being read: whether the port still has a link is checked only if there is no response.
    private final Set<Port> presumed = new HashSet<>();

    UpdateSweep(MadTransactor mad, Consumer<DiscoveryProgress> listener, Start start, int maxHops, Subnet older) {
        super(mad, listener, start, maxHops);
        this.older = older;
    }

    @Override
    void describe(Node node, DirectedPath route, Port arrival) {
        Optional<Node> before = older.node(node.guid()).filter(old -> !SubnetBuilder.differs(old.info(), node.info()));
        if (before.isEmpty() || before.get().nodeDescription().isEmpty()) {
            super.describe(node, route, arrival);
            return;
        }
        Node old = before.get();
        old.nodeDescription().ifPresent(node::carryOver);
        if (node.isSwitch()) {
            describeSwitch(node, route, old);
        } else if (route.hops() == 0) {
            // The node behind the end port is read after its PortInfo.
            readPort(node, route, arrival.number());
        }
    }

    private void describeSwitch(Node node, DirectedPath route, Node old) {
        readPort(node, route, 0);
        askNode(
                node,
                SwitchInfo.class,
                route,
                0,
                info -> {
                    node.switchInfo(info);
                    // The bit stays set until a subnet manager clears it; a cleared bit gives no information.
                    readPorts(node, route, info.portStateChange() != 0 ? null : old);
                },
                failure -> {
                    fail(failure.during("cannot read the switch " + node));
                    readPorts(node, route, null);
                });
    }

    private void readPorts(Node node, DirectedPath route, @Nullable Node old) {
        for (int number = 1; number <= node.info().numPorts(); number++) {
            Port port = node.addPort(number);
            port.guid(node.info().portGuid());
            if (port.peer().isPresent()) {
                // Met from the other end.
                continue;
            }
            boolean hadLink =
                    old != null && old.port(number).flatMap(Port::peer).isPresent();
            if (hadLink && isWithinReach(route)) {
                DirectedPath beyond = route.then(number);
                presumed.add(port);
                goOn(() -> meetUnlessKnown(beyond, port));
            } else {
                readPort(node, route, number);
            }
        }
    }

    @Override
    void notMet(RdmaException failure, @Nullable Port from) {
        if (from == null || !presumed.remove(from) || from.info().isPresent()) {
            super.notMet(failure, from);
            return;
        }
        Node node = from.node();
        askNode(
                node,
                PortInfo.class,
                node.path(),
                from.number(),
                info -> {
                    from.info(info);
                    if (hasLink(info)) {
                        super.notMet(failure, from);
                    }
                },
                unread -> {
                    fail(unread.during("cannot read " + from));
                    super.notMet(failure, from);
                });
    }

    @Override
    void linked(Port from, Port to) {
        presumed.remove(from);
        presumed.remove(to);
        Port read = to.node().isSwitch() ? from : to;
        Port other = read == from ? to : from;
        withInfo(read, () -> {
            if (leadsWhereItDid(from, to) && isAsBefore(read) && mayCarryOver(other)) {
                other.carryOver(before(other).orElseThrow());
            } else {
                withInfo(other, () -> {});
            }
        });
    }

    private void withInfo(Port port, Runnable then) {
        if (port.info().isPresent()) {
            then.run();
        } else {
            readPort(port.node(), port.node().path(), port.number(), read -> then.run());
        }
    }

    private boolean leadsWhereItDid(Port from, Port to) {
        return before(from)
                .flatMap(Port::peer)
                .filter(peer -> peer.number() == to.number()
                        && peer.node().guid().equals(to.node().guid()))
                .isPresent();
    }

    private boolean isAsBefore(Port port) {
        Optional<PortInfo> old = before(port).flatMap(Port::info);
        Optional<PortInfo> now = port.info();
        return old.isPresent()
                && now.isPresent()
                && old.get().portState() == now.get().portState()
                && old.get().portPhysicalState() == now.get().portPhysicalState()
                && old.get().linkWidthActive() == now.get().linkWidthActive()
                && LaneSpeed.active(old.get()) == LaneSpeed.active(now.get());
    }

    private boolean mayCarryOver(Port port) {
        return port.info().isEmpty() && before(port).flatMap(Port::info).isPresent();
    }

    private Optional<Port> before(Port port) {
        return older.node(port.node().guid()).flatMap(node -> node.port(port.number()));
    }
}
