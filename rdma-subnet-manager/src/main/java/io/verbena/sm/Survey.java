package io.verbena.sm;

import io.verbena.iba.Guid;
import io.verbena.iba.GuidInfo;
import io.verbena.iba.NodeDescription;
import io.verbena.iba.NodeInfo;
import io.verbena.iba.NodeType;
import io.verbena.iba.PKeyTable;
import io.verbena.iba.PortInfo;
import io.verbena.iba.PortPhysicalState;
import io.verbena.iba.SwitchInfo;
import io.verbena.sm.SmpClient.SmpRoute;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Discovers all nodes by directed routes from the port of the subnet manager. */
final class Survey {
    private final boolean settling;
    private final Consumer<String> failures;
    private final Map<Guid, Sighting> nodes = new LinkedHashMap<>();
    private final SmpBatch round;

    /**
     * Creates a survey.
     *
     * @param settling whether to clear the change bits of switches, which only a master may do
     * @param then called when all requests have been answered or have failed
     */
    Survey(SmpClient smps, boolean settling, Consumer<String> failures, Consumer<Survey> then) {
        this.settling = settling;
        this.failures = failures;
        this.round = new SmpBatch(smps, failures, () -> then.accept(this));
    }

    void start() {
        visit(SmpRoute.HERE, null, 0);
        round.asked();
    }

    Collection<Sighting> nodes() {
        return nodes.values();
    }

    private void visit(SmpRoute route, @Nullable Sighting from, int port) {
        if (route.hops() <= SmpRoute.MAX_HOPS) {
            round.get(NodeInfo.LAYOUT, 0, route, info -> seen(info, route, from, port));
        }
    }

    private void seen(NodeInfo info, SmpRoute route, @Nullable Sighting from, int port) {
        boolean none = info.localPortNum() == 0 && info.nodeType() != NodeType.SWITCH;
        if (none || info.localPortNum() > info.numPorts()) {
            failures.accept("the node at DirectedPath[" + route + "] reports an invalid port number: "
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

    private void ofSwitch(Sighting node, SwitchInfo info, SmpRoute route) {
        node.switchInfo = info;
        if (settling && info.portStateChange() == 1) {
            // The bit is cleared first, so that a change is not missed while the ports are being read.
            round.set(SwitchInfo.LAYOUT, SwitchInfo.LAYOUT.copy(info), 0, route, answer -> {
                node.switchInfo = answer;
                ports(node, route);
            });
        } else {
            ports(node, route);
        }
    }

    private void ports(Sighting node, SmpRoute route) {
        for (int number = 0; number <= node.numPorts(); number++) {
            ofPort(node, number, route);
        }
    }

    private void ofPort(Sighting node, int number, SmpRoute route) {
        round.get(PortInfo.LAYOUT, number, route, info -> {
            node.port(number, info);
            boolean onward = node.isSwitch() ? number != 0 : route.hops() == 0;
            if (onward && node.isUp(number) && !node.links.containsKey(number)) {
                visit(route.then(number), node, number);
            }
        });
    }

    /** A node as seen by one survey. */
    static final class Sighting {
        record End(Sighting node, int port) {}

        record Address(Guid guid, SmpRoute route, Attributes attributes) {}

        private final NodeInfo info;
        final Map<Integer, Address> addresses = new TreeMap<>();
        final Map<Integer, PortInfo> ports = new TreeMap<>();
        final Map<Integer, End> links = new TreeMap<>();

        @Nullable SwitchInfo switchInfo;

        Sighting(NodeInfo info) {
            this.info = info;
        }

        Guid guid() {
            return info.nodeGuid();
        }

        NodeType type() {
            return info.nodeType();
        }

        boolean isSwitch() {
            return info.nodeType() == NodeType.SWITCH;
        }

        int numPorts() {
            return info.numPorts();
        }

        /** Adds the port by which it was reached, or port 0 of a switch; null if it was known. */
        @Nullable Address reached(NodeInfo there, SmpRoute route) {
            int number = isSwitch() ? 0 : there.localPortNum();
            Address address = new Address(there.portGuid(), route, new Attributes());
            if (addresses.putIfAbsent(number, address) != null) {
                return null;
            }
            address.attributes().put(there, 0);
            return address;
        }

        void port(int number, PortInfo port) {
            ports.put(number, port);
        }

        boolean isUp(int number) {
            PortInfo port = ports.get(number);
            return port != null && port.portPhysicalState() == PortPhysicalState.LINK_UP;
        }

        void link(int number, Sighting other, int otherNumber) {
            links.put(number, new End(other, otherNumber));
            other.links.put(otherNumber, new End(this, number));
        }
    }
}
