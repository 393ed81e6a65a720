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
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Builds a subnet from attributes, which are identified by GUID, or from records of the subnet administration, which
 * are identified by LID and joined at the end. Not thread safe.
 *
 * <p>An attribute that contradicts earlier ones is ignored and becomes one of {@link Subnet#failures}. Methods that take the GUID
 * of a node throw {@link IllegalArgumentException} if the node was not added, or has no port with the given number.
 */
public final class SubnetBuilder {
    private final Map<Guid, Node> nodes = new LinkedHashMap<>();
    private final List<RdmaException> failures = new ArrayList<>();
    private final List<NodeRecord> nodeRecords = new ArrayList<>();
    private final List<PortInfoRecord> portRecords = new ArrayList<>();
    private final List<SwitchInfoRecord> switchRecords = new ArrayList<>();
    private final List<LinkRecord> linkRecords = new ArrayList<>();
    private final Map<Lid, Port> byLid = new HashMap<>();
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

    /** Returns whether two NodeInfos with the same GUID cannot be of the same node. */
    static boolean differs(NodeInfo one, NodeInfo other) {
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

    static String met(Node node) {
        return node + at(node.findPath().orElse(null));
    }

    private static String at(@Nullable DirectedPath path) {
        return path == null ? "" : " at " + path;
    }

    /** Sets the NodeDescription of a node. */
    public SubnetBuilder description(Guid node, NodeDescription description) {
        required(node).description(description);
        return this;
    }

    /** Sets the SwitchInfo of a switch. */
    public SubnetBuilder switchInfo(Guid node, SwitchInfo info) {
        required(node).switchInfo(info);
        return this;
    }

    /** Adds a port with its PortInfo. */
    public Port port(Guid node, int number, PortInfo info) {
        Port port = port(node, number);
        port.info(info);
        return port;
    }

    /** Adds a port without attributes. */
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

    /** Adds a port with its GUID. */
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
        nodeRecords.add(node);
        return this;
    }

    /** Adds the record of a port. */
    public SubnetBuilder add(PortInfoRecord port) {
        portRecords.add(port);
        return this;
    }

    /** Adds the record of a switch. */
    public SubnetBuilder add(SwitchInfoRecord info) {
        switchRecords.add(info);
        return this;
    }

    /** Adds the record of a link, from either end. */
    public SubnetBuilder add(LinkRecord link) {
        linkRecords.add(link);
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
        join();
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
            throw new IllegalStateException("the subnet was built already and cannot be changed");
        }
        built = true;
        join();
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

    /** Joins the records that were added since the last call. Records identify ports by the LID of their node. */
    private void join() {
        nodeRecords.forEach(this::join);
        switchRecords.forEach(this::join);
        portRecords.forEach(this::join);
        linkRecords.forEach(this::join);
        nodeRecords.clear();
        switchRecords.clear();
        portRecords.clear();
        linkRecords.clear();
    }

    private void join(NodeRecord found) {
        Port seen = node(found.nodeInfo());
        Node node = seen.node();
        description(node.guid(), found.nodeDescription());
        Port port = node.isSwitch() ? port(node.guid(), 0) : seen;
        if (port.lid().isUnicast() && !port.lid().equals(found.lid())) {
            fail(new RdmaException("two NodeRecords of " + port + " contradict each other: LID " + port.lid() + ", and "
                    + found.lid()));
        }
        port.lid(found.lid());
        Port other = byLid.putIfAbsent(found.lid(), port);
        if (other != null && other != port) {
            fail(new RdmaException("two records of nodes have LID " + found.lid() + ": " + other + " and " + port));
        }
    }

    private void join(SwitchInfoRecord found) {
        Port port = find(found.lid(), "SwitchInfoRecord");
        if (port != null) {
            Optional<SwitchInfo> before = port.node().switchInfo();
            if (before.isPresent() && !before.get().equals(found.switchInfo())) {
                fail(new RdmaException(
                        "two SwitchInfoRecords of LID " + found.lid() + " contradict each other: " + port.node()));
                return;
            }
            port.node().switchInfo(found.switchInfo());
        }
    }

    private void join(PortInfoRecord found) {
        Port port = find(found.endportLid(), found.portNum(), "PortInfoRecord");
        if (port != null) {
            Optional<PortInfo> before = port.info();
            if (before.isPresent() && differ(before.get(), found.portInfo())) {
                fail(new RdmaException("two PortInfoRecords of " + port + " contradict each other: "
                        + text(before.get()) + ", and " + text(found.portInfo())));
                return;
            }
            port.info(found.portInfo());
        }
    }

    private static boolean differ(PortInfo one, PortInfo other) {
        return !one.lid().equals(other.lid()) || one.portState() != other.portState();
    }

    private static String text(PortInfo info) {
        return "LID " + info.lid() + " and " + info.portState();
    }

    private void join(LinkRecord found) {
        Port from = find(found.fromLid(), found.fromPort(), "LinkRecord");
        Port to = find(found.toLid(), found.toPort(), "LinkRecord");
        if (from != null && to != null) {
            link(from, to);
        }
    }

    private @Nullable Port find(Lid lid, int number, String record) {
        Port known = find(lid, record);
        if (known == null || known.number() == number) {
            return known;
        }
        Node node = known.node();
        if (number > node.info().numPorts()) {
            fail(new RdmaException("a " + record + " names port " + number + " of LID " + lid + ", but " + node
                    + " has " + node.info().numPorts()));
            return null;
        }
        return port(node.guid(), number);
    }

    private @Nullable Port find(Lid lid, String record) {
        Port port = byLid.get(lid);
        if (port == null) {
            fail(new RdmaException("a " + record + " names LID " + lid + ", of which there is no node"));
        }
        return port;
    }
}
