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
 * A subnet in the making. What is known by GUID is added at once; records of the subnet administration, which know their
 * port by its LID, may come in any order and are joined when the subnet is built. For one thread at a time.
 *
 * <p>What contradicts what is there already does not replace it, and becomes one of {@link Subnet#failures}.
 */
public final class SubnetBuilder {
    private final Map<Guid, Node> nodes = new LinkedHashMap<>();
    private final List<RdmaException> failures = new ArrayList<>();
    private final RecordJoin records = new RecordJoin(this);
    private boolean byDistance = true;
    private Start start = Start.HERE;
    private boolean built;

    /** A subnet without a node. */
    public SubnetBuilder() {}

    /** Says where the subnet is seen from, if that is not the end port. */
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

    /** Leaves the nodes in the order in which they were added, instead of the nearest first. */
    public SubnetBuilder inOrderOfArrival() {
        byDistance = false;
        return this;
    }

    /**
     * Adds a node, seen from one of its ports; another view of a node that is there adds the port.
     *
     * @return the port that it was seen from; of a switch the port by which the question came in
     */
    public Port node(NodeInfo info) {
        return node(info, null);
    }

    /** Adds a node that was met on this way from where the discovery began. */
    Port node(NodeInfo info, @Nullable DirectedPath path) {
        Node node = nodes.get(info.nodeGuid());
        if (node == null) {
            node = new Node(info, path);
            nodes.put(info.nodeGuid(), node);
        } else if (differs(node.info(), info)) {
            fail(new RdmaException("two nodes share the GUID " + node.guid().toHex() + ": " + met(node) + " is a "
                    + kind(node.info()) + ", another" + at(path) + " a " + kind(info)));
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

    /** Where a node was met, for messages. */
    static String met(Node node) {
        return node + at(node.findPath().orElse(null));
    }

    private static String at(@Nullable DirectedPath path) {
        return path == null ? "" : " at " + path;
    }

    /**
     * What a node calls itself.
     *
     * @throws IllegalArgumentException if the node was not added
     */
    public SubnetBuilder description(Guid node, NodeDescription description) {
        required(node).description(description);
        return this;
    }

    /**
     * The abilities of a switch.
     *
     * @throws IllegalArgumentException if the node was not added
     */
    public SubnetBuilder switchInfo(Guid node, SwitchInfo info) {
        required(node).switchInfo(info);
        return this;
    }

    /**
     * What a port said of itself.
     *
     * @throws IllegalArgumentException if the node was not added, or has no port with this number
     */
    public Port port(Guid node, int number, PortInfo info) {
        Port port = port(node, number);
        port.info(info);
        return port;
    }

    /**
     * A port of which nothing else is known.
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
     * A port of which the GUID is known.
     *
     * @throws IllegalArgumentException if the node was not added, or has no port with this number
     */
    public Port port(Guid node, int number, Guid guid) {
        Port port = port(node, number);
        port.guid(guid);
        return port;
    }

    /** The LID of a port as another told it; where the port has a PortInfo, that counts. */
    public SubnetBuilder lid(Port port, Lid lid) {
        port.lid(lid);
        return this;
    }

    /** The vendor says that what the PortInfo of a port calls QDR is FDR10. */
    public SubnetBuilder fdr10(Port port) {
        port.fdr10(true);
        return this;
    }

    /**
     * Joins two ports by a link; where one of them is joined to a third already, that is a failure of the subnet.
     *
     * @return whether they are joined
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

    /** A node as the subnet administration describes it. */
    public SubnetBuilder add(NodeRecord node) {
        records.add(node);
        return this;
    }

    /** A port as the subnet administration describes it. */
    public SubnetBuilder add(PortInfoRecord port) {
        records.add(port);
        return this;
    }

    /** The abilities of a switch as the subnet administration describes them. */
    public SubnetBuilder add(SwitchInfoRecord info) {
        records.add(info);
        return this;
    }

    /** A link as the subnet administration describes it; from one end is enough. */
    public SubnetBuilder add(LinkRecord link) {
        records.add(link);
        return this;
    }

    /** Something that could not be learned. */
    public SubnetBuilder fail(RdmaException failure) {
        failures.add(failure);
        return this;
    }

    /** The node with this GUID, as far as it is known. */
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
     * The subnet, seen from the port with this GUID; records are joined before. The builder is of no use afterwards.
     *
     * @throws RdmaException if no port has this GUID
     */
    public Subnet build(Guid originPort) {
        return build(originPort, 0);
    }

    /** The same, with how many datagrams it took to learn it. */
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
     * The subnet, seen from a port that this builder gave. The builder is of no use afterwards.
     *
     * @param datagrams how many it took to learn it
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

    /** Who has a link and says it has none was another one, or another time. */
    private void checkLinks(Node node) {
        for (Port port : node.ports()) {
            Optional<PortInfo> info = port.info();
            if (info.isPresent()
                    && port.peer().isPresent()
                    && port.number() != 0
                    && info.get().portState() == PortState.DOWN) {
                fail(new RdmaException("the subnet changed, or two nodes share the GUID "
                        + node.guid().toHex() + ": a link leads from " + port + " of " + met(node) + " to "
                        + port.peer().get() + ", but it says that it has none"));
            }
        }
    }
}
