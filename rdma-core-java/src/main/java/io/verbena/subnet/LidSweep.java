package io.verbena.subnet;

import io.verbena.error.RdmaException;
import io.verbena.iba.NodeInfo;
import io.verbena.iba.Structure;
import io.verbena.iba.SubnGet;
import io.verbena.mad.MadTimeoutException;
import io.verbena.mad.MadTransactor;
import io.verbena.path.DirectedPath;
import io.verbena.path.IbPath;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Follows the links, and sends requests by LID when the LID of a node is known. The PortInfo with the LID is read by
 * directed route. The LID must then lead to the same node, so that a duplicate LID does not mix up two nodes.
 */
final class LidSweep extends DirectedSweep {
    private final Map<Node, IbPath> byLid = new HashMap<>();

    LidSweep(MadTransactor mad, Consumer<DiscoveryProgress> listener, Start start, int maxHops) {
        super(mad, listener, start, maxHops);
    }

    @Override
    void describe(Node node, DirectedPath route, Port arrival) {
        int own = node.isSwitch() ? 0 : arrival.number();
        readPort(node, route, own, port -> upgrade(node, port.lidPath(), () -> describe(node, route, own, own)));
    }

    private void upgrade(Node node, Optional<IbPath> path, Runnable goOn) {
        if (path.isEmpty()) {
            goOn.run();
            return;
        }
        IbPath lid = path.get();
        ask(
                NodeInfo.class,
                lid,
                0,
                info -> {
                    if (info.nodeGuid().equals(node.guid())) {
                        byLid.put(node, lid);
                    } else {
                        fail(new RdmaException("LID " + lid.dlid() + " of " + node + " leads to the node "
                                + info.nodeGuid().toHex() + "; " + node + " is read by directed route"));
                    }
                    goOn.run();
                },
                failure -> {
                    fail(failure.during(fallback(node, lid)));
                    goOn.run();
                });
    }

    private static String fallback(Node node, IbPath lid) {
        return "cannot ask " + node + " by LID " + lid.dlid() + "; it is read by directed route instead";
    }

    @Override
    <T extends Structure & SubnGet> void askNode(
            Node node,
            Class<T> type,
            DirectedPath route,
            int modifier,
            Consumer<T> next,
            Consumer<RdmaException> otherwise) {
        IbPath lid = byLid.get(node);
        if (lid == null) {
            super.askNode(node, type, route, modifier, next, otherwise);
            return;
        }
        ask(type, lid, modifier, next, failure -> {
            if (!(failure instanceof MadTimeoutException)) {
                otherwise.accept(failure);
                return;
            }
            if (byLid.remove(node) != null) {
                fail(failure.during(fallback(node, lid)));
            }
            super.askNode(node, type, route, modifier, next, otherwise);
        });
    }
}
