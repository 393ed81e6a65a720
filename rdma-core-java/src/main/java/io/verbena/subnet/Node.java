package io.verbena.subnet;

import io.verbena.error.RdmaException;
import io.verbena.iba.Guid;
import io.verbena.iba.NodeDescription;
import io.verbena.iba.NodeInfo;
import io.verbena.iba.NodeType;
import io.verbena.iba.SwitchInfo;
import io.verbena.path.DirectedPath;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A node of a subnet, as of the time of discovery. */
public final class Node {
    private final NodeInfo info;
    private final List<Port> ports = new ArrayList<>(1);
    private @Nullable DirectedPath path;
    private @Nullable NodeDescription nodeDescription;
    private String description = "";
    private @Nullable SwitchInfo switchInfo;
    private boolean carriedOver;

    Node(NodeInfo info, @Nullable DirectedPath path) {
        this.info = info;
        this.path = path;
    }

    /** Returns its NodeInfo. */
    public NodeInfo info() {
        return info;
    }

    /**
     * Returns the directed route from the start of the discovery.
     *
     * @throws RdmaException if no known links lead to the node
     */
    public DirectedPath path() {
        return findPath().orElseThrow(() -> new RdmaException("no known links lead to " + this));
    }

    /** Returns the directed route from the start of the discovery; empty if no known links lead to the node. */
    public Optional<DirectedPath> findPath() {
        return Optional.ofNullable(path);
    }

    /** Returns its node GUID. */
    public Guid guid() {
        return info.nodeGuid();
    }

    /** Returns its type. */
    public NodeType type() {
        return info.nodeType();
    }

    /** Returns whether it is a switch. */
    public boolean isSwitch() {
        return info.nodeType() == NodeType.SWITCH;
    }

    /** Returns its description; empty if it was not read. */
    public String description() {
        return description;
    }

    /** Returns its NodeDescription; empty if it was not read. */
    public Optional<NodeDescription> nodeDescription() {
        return Optional.ofNullable(nodeDescription);
    }

    /** Returns the SwitchInfo of a switch; empty for other nodes, or if it was not read. */
    public Optional<SwitchInfo> switchInfo() {
        return Optional.ofNullable(switchInfo);
    }

    /** Returns the known ports, by number. */
    public List<Port> ports() {
        return Collections.unmodifiableList(ports);
    }

    /** Returns the port with this number. */
    public Optional<Port> port(int number) {
        int at = firstFrom(number);
        return at < ports.size() && ports.get(at).number() == number ? Optional.of(ports.get(at)) : Optional.empty();
    }

    /** Returns whether the description was taken from an older subnet; see {@link Discovery#since}. */
    public boolean isCarriedOver() {
        return carriedOver;
    }

    /** Takes the description from an older subnet. */
    void carryOver(NodeDescription old) {
        description(old);
        carriedOver = true;
    }

    Port addPort(int number) {
        int at = firstFrom(number);
        if (at < ports.size() && ports.get(at).number() == number) {
            return ports.get(at);
        }
        Port port = new Port(this, number);
        ports.add(at, port);
        return port;
    }

    /** Returns the index of the first port whose number is not below {@code number}. */
    private int firstFrom(int number) {
        int from = 0;
        int to = ports.size();
        while (from < to) {
            int middle = (from + to) >>> 1;
            if (ports.get(middle).number() < number) {
                from = middle + 1;
            } else {
                to = middle;
            }
        }
        return from;
    }

    void path(DirectedPath value) {
        path = value;
    }

    void description(NodeDescription value) {
        nodeDescription = value;
        description = value.nodeString();
    }

    void switchInfo(SwitchInfo value) {
        switchInfo = value;
    }

    /** Returns the description in quotes, or the GUID if there is none. */
    @Override
    public String toString() {
        return description.isEmpty() ? guid().toHex() : '"' + description + '"';
    }
}
