package io.verbena.embedded.sm;

import io.verbena.iba.Guid;
import io.verbena.iba.GuidInfo;
import io.verbena.iba.NodeDescription;
import io.verbena.iba.NodeInfo;
import io.verbena.iba.NodeType;
import io.verbena.iba.PKeyTable;
import io.verbena.iba.PortInfo;
import io.verbena.iba.SwitchInfo;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Finds all nodes that links lead to, by directed route from the port of the subnet manager. */
final class Survey {
    private final boolean settling;
    private final Consumer<String> failures;
    private final Map<Guid, Sighting> nodes = new LinkedHashMap<>();
    private final Round round;

    /**
     * Begins.
     *
     * @param settling whether a switch is told that its changes of ports have been seen, which only a master may
     * @param then what is done when all have answered or failed
     */
    Survey(Smps smps, boolean settling, Consumer<String> failures, Consumer<Survey> then) {
        this.settling = settling;
        this.failures = failures;
        this.round = new Round(smps, failures, () -> then.accept(this));
    }

    void start() {
        visit(Route.HERE, null, 0);
        round.asked();
    }

    /** In the order in which they were found: first the one of the subnet manager. */
    Collection<Sighting> nodes() {
        return nodes.values();
    }

    private void visit(Route route, @Nullable Sighting from, int port) {
        if (route.hops() <= Route.MOST_HOPS) {
            round.get(NodeInfo.LAYOUT, 0, route, info -> seen(info, route, from, port));
        }
    }

    private void seen(NodeInfo info, Route route, @Nullable Sighting from, int port) {
        boolean none = info.localPortNum() == 0 && info.nodeType() != NodeType.SWITCH;
        if (none || info.localPortNum() > info.numPorts()) {
            failures.accept("the node at DirectedPath[" + route + "] says that it was reached by its port "
                    + info.localPortNum() + " of " + info.numPorts());
            return;
        }
        Sighting node = nodes.computeIfAbsent(info.nodeGuid(), guid -> new Sighting(info));
        if (from != null) {
            from.link(port, node, info.localPortNum());
        }
        Sighting.Address address = node.reached(info, route);
        if (address == null) {
            return;
        }
        ask(address);
        if (node.isSwitch()) {
            round.get(SwitchInfo.LAYOUT, 0, route, answer -> ofSwitch(node, answer, route));
        } else {
            ofPort(node, info.localPortNum(), route);
        }
    }

    private void ask(Sighting.Address address) {
        Attributes known = address.attributes();
        round.get(NodeDescription.LAYOUT, 0, address.route(), answer -> known.put(answer, 0));
        round.get(PKeyTable.LAYOUT, 0, address.route(), answer -> known.put(answer, 0));
        round.get(GuidInfo.LAYOUT, 0, address.route(), answer -> known.put(answer, 0));
    }

    private void ofSwitch(Sighting node, SwitchInfo info, Route route) {
        node.switchInfo(info);
        if (settling && info.portStateChange() == 1) {
            // First, so that what changes while the ports are read is not taken for seen.
            round.set(SwitchInfo.LAYOUT, SwitchInfo.LAYOUT.copy(info), 0, route, answer -> {
                node.switchInfo(answer);
                ports(node, route);
            });
        } else {
            ports(node, route);
        }
    }

    private void ports(Sighting node, Route route) {
        for (int number = 0; number <= node.numPorts(); number++) {
            ofPort(node, number, route);
        }
    }

    private void ofPort(Sighting node, int number, Route route) {
        round.get(PortInfo.LAYOUT, number, route, info -> {
            node.port(number, info);
            boolean onward = node.isSwitch() ? number != 0 : route.hops() == 0;
            if (onward && node.isUp(number) && !node.links().containsKey(number)) {
                visit(route.then(number), node, number);
            }
        });
    }
}
