package io.verbena.sm;

import io.verbena.iba.Guid;
import io.verbena.iba.NodeInfo;
import io.verbena.iba.NodeType;
import io.verbena.iba.PortInfo;
import io.verbena.iba.PortPhysicalState;
import io.verbena.iba.SwitchInfo;
import io.verbena.sm.SmpClient.SmpRoute;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A node as seen by one survey. */
final class Sighting {
    /** The other end of a link. */
    record End(Sighting node, int port) {}

    /** An addressable port with its route and its attributes. */
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
