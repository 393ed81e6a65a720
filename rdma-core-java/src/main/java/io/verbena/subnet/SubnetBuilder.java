package io.verbena.subnet;

import io.verbena.error.RdmaException;
import io.verbena.iba.Guid;
import io.verbena.iba.Lid;
import io.verbena.iba.LinkRecord;
import io.verbena.iba.NodeDescription;
import io.verbena.iba.NodeInfo;
import io.verbena.iba.NodeRecord;
import io.verbena.iba.NodeType;
import io.verbena.iba.PortInfo;
import io.verbena.iba.PortInfoRecord;
import io.verbena.iba.PortState;
import io.verbena.iba.SwitchInfo;
import io.verbena.iba.SwitchInfoRecord;
import io.verbena.path.DirectedPath;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Builds a subnet from attributes, which are identified by GUID, or from records of the subnet administration, which
 * are identified by LID and joined at the end. Not thread safe.
 *
 * <p>An attribute that contradicts earlier ones is ignored and becomes one of {@link Subnet#failures}.
 */
public final class SubnetBuilder {
    private final Map<Guid, Node> nodes = new LinkedHashMap<>();
    private final List<RdmaException> failures = new ArrayList<>();
    private final RecordJoin records = new RecordJoin(this);
    private boolean byDistance = true;
    private Start start = Start.HERE;
    private boolean built;

    /** Creates a builder without nodes. */
    public SubnetBuilder() {}

    /** Sets the start of the discovery (default: the end port). */
    SubnetBuilder startingAt(Start where) {
        start = where;
        return this;
    }

    int nodeCount() {
        return nodes.size();
    }

    int failureCount() {
        return failures.size();
    }

    /** Keeps the order in which nodes were added (default: nearest first). */
    public SubnetBuilder inOrderOfArrival() {
        byDistance = false;
        return this;
    }

    /**
     * Adds a node, or another port of a node that exists.
     *
     * @return the local port in the NodeInfo: the port through which the request arrived
     */
    public Port node(NodeInfo info) {
        return node(info, null);
    }

    /** Adds a node that was met on a route from the start. */
    Port node(NodeInfo info, @Nullable DirectedPath path) {
        Node node = nodes.get(info.nodeGuid());
        if (node == null) {
            node = new Node(info, path);
            nodes.put(info.nodeGuid(), node);
        } else if (differs(node.info(), info)) {
            fail(new SubnetConflictException(
                    info.nodeGuid(),
                    "two nodes share the GUID " + node.guid().toHex() + ": " + met(node) + " is a " + kind(node.info())
                            + ", another" + at(path) + " a " + kind(info)));
        }
        Port port = node.addPort(info.localPortNum());
        port.guid(info.portGuid());
        return port;
    }

    private static boolean differs(NodeInfo one, NodeInfo other) {
        return one.nodeType() != other.nodeType()
                || one.numPorts() != other.numPorts()
                || one.deviceId() != other.deviceId()
                || one.vendorId() != other.vendorId()
                || !one.systemImageGuid().equals(other.systemImageGuid());
    }

    private static String kind(NodeInfo info) {
        return String.format(
                "%s of %d ports, vendor 0x%x, device 0x%x, system 0x%x",
                info.nodeType().text(),
                info.numPorts(),
                info.vendorId(),
                info.deviceId(),
                info.systemImageGuid().bits());
    }

    /** Returns where a node was met, for messages. */
    static String met(Node node) {
        return node + at(node.findPath().orElse(null));
    }

    private static String at(@Nullable DirectedPath path) {
        return path == null ? "" : " at " + path;
    }

    /**
     * Sets the NodeDescription of a node.
     *
     * @throws IllegalArgumentException if the node was not added
     */
    public SubnetBuilder description(Guid node, NodeDescription description) {
        required(node).description(description);
        return this;
    }

    /**
     * Sets the SwitchInfo of a switch.
     *
     * @throws IllegalArgumentException if the node was not added
     */
    public SubnetBuilder switchInfo(Guid node, SwitchInfo info) {
        required(node).switchInfo(info);
        return this;
    }

    /**
     * Adds a port with its PortInfo.
     *
     * @throws IllegalArgumentException if the node was not added, or has no port with this number
     */
    public Port port(Guid node, int number, PortInfo info) {
        Port port = port(node, number);
        port.info(info);
        return port;
    }

    /**
     * Adds a port without attributes.
     *
     * @throws IllegalArgumentException if the node was not added, or has no port with this number
     */
    public Port port(Guid node, int number) {
        Node owner = required(node);
        if (number < 0 || number > owner.info().numPorts()) {
            throw new IllegalArgumentException(owner + " has no port " + number + "; its last is "
                    + owner.info().numPorts());
        }
        Port port = owner.addPort(number);
        if (owner.type() == NodeType.SWITCH) {
            port.guid(owner.info().portGuid());
        }
        return port;
    }

    /**
     * Adds a port with its GUID.
     *
     * @throws IllegalArgumentException if the node was not added, or has no port with this number
     */
    public Port port(Guid node, int number, Guid guid) {
        Port port = port(node, number);
        port.guid(guid);
        return port;
    }

    /** Sets the LID of a port that another port reported. A PortInfo of the port overrides it. */
    public SubnetBuilder lid(Port port, Lid lid) {
        port.lid(lid);
        return this;
    }

    /** Marks the speed of a port as FDR10, which PortInfo reports as QDR. */
    public SubnetBuilder fdr10(Port port) {
        port.fdr10(true);
        return this;
    }

    /**
     * Connects two ports by a link. It is a failure of the subnet if one of them is connected to a third.
     *
     * @return whether the ports are connected
     */
    public boolean link(Port one, Port other) {
        if (one == other) {
            fail(new RdmaException("a link leads from " + one + " to itself"));
            return false;
        }
        if (one.join(other)) {
            return true;
        }
        Port taken = other.peer().isPresent() && other.peer().get() != one ? other : one;
        fail(new RdmaException("the subnet changed, or two nodes share a GUID: a link leads from " + one + " to "
                + other + ", but " + taken + " is linked to "
                + taken.peer().map(Port::toString).orElse("nothing")));
        return false;
    }

    /** Adds the record of a node. */
    public SubnetBuilder add(NodeRecord node) {
        records.add(node);
        return this;
    }

    /** Adds the record of a port. */
    public SubnetBuilder add(PortInfoRecord port) {
        records.add(port);
        return this;
    }

    /** Adds the record of a switch. */
    public SubnetBuilder add(SwitchInfoRecord info) {
        records.add(info);
        return this;
    }

    /** Adds the record of a link, from either end. */
    public SubnetBuilder add(LinkRecord link) {
        records.add(link);
        return this;
    }

    /** Adds a failure. */
    public SubnetBuilder fail(RdmaException failure) {
        failures.add(failure);
        return this;
    }

    /** Returns the node with this GUID, as far as it is known. */
    public Optional<Node> node(Guid guid) {
        return Optional.ofNullable(nodes.get(guid));
    }

    private Node required(Guid guid) {
        Node node = nodes.get(guid);
        if (node == null) {
            throw new IllegalArgumentException("no node has the GUID " + guid.toHex() + "; add its NodeInfo first");
        }
        return node;
    }

    /**
     * Builds the subnet with the port of this GUID as its origin. The builder cannot be used afterwards.
     *
     * @throws RdmaException if no port has this GUID
     */
    public Subnet build(Guid originPort) {
        return build(originPort, 0);
    }

    /**
     * Builds the subnet with the port of this GUID as its origin.
     *
     * @param datagrams number of datagrams that the discovery took
     */
    Subnet build(Guid originPort, long datagrams) {
        records.join();
        Port origin = nodes.values().stream()
                .flatMap(node -> node.ports().stream())
                .filter(port -> port.guid().equals(originPort))
                .findFirst()
                .orElseThrow(() -> new RdmaException("the subnet has no port with the GUID " + originPort.toHex()
                        + ", from which it is to be seen"));
        return build(origin, datagrams);
    }

    /**
     * Builds the subnet with this port as its origin. The builder cannot be used afterwards.
     *
     * @param datagrams number of datagrams that the discovery took
     */
    public Subnet build(Port origin, long datagrams) {
        if (built) {
            throw new IllegalStateException("the subnet was built already; it does not change any more");
        }
        built = true;
        records.join();
        nodes.values().forEach(this::checkLinks);
        return new Subnet(origin, start, nodes, failures, datagrams, byDistance);
    }

    /** Reports ports that have a link but whose PortInfo shows none, which happens if the fabric changed meanwhile. */
    private void checkLinks(Node node) {
        for (Port port : node.ports()) {
            Optional<PortInfo> info = port.info();
            if (info.isPresent()
                    && port.peer().isPresent()
                    && port.number() != 0
                    && info.get().portState() == PortState.DOWN) {
                fail(new SubnetConflictException(
                        node.guid(),
                        "the subnet changed, or two nodes share the GUID "
                                + node.guid().toHex() + ": a link leads from " + port + " of " + met(node) + " to "
                                + port.peer().get() + ", but it says that it has none"));
            }
        }
    }
}
