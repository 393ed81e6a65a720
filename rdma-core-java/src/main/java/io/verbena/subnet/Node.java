package io.verbena.subnet;

import io.verbena.error.RdmaException;
import io.verbena.iba.Guid;
import io.verbena.iba.NodeDescription;
import io.verbena.iba.NodeInfo;
import io.verbena.iba.NodeType;
import io.verbena.iba.SwitchInfo;
import io.verbena.path.DirectedPath;
import java.util.Collection;
import java.util.Collections;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A node of a subnet, as it was when the subnet was read. */
public final class Node {
    private final NodeInfo info;
    private final TreeMap<Integer, Port> ports = new TreeMap<>();
    private @Nullable DirectedPath path;
    private @Nullable NodeDescription nodeDescription;
    private String description = "";
    private @Nullable SwitchInfo switchInfo;
    private boolean carriedOver;

    Node(NodeInfo info, @Nullable DirectedPath path) {
        this.info = info;
        this.path = path;
    }

    /** What it said of itself when it was met first. */
    public NodeInfo info() {
        return info;
    }

    /**
     * The way by which it was met first, or the shortest one, from where the discovery began.
     *
     * @throws RdmaException if no links that were read lead to it
     */
    public DirectedPath path() {
        return findPath().orElseThrow(() -> new RdmaException("no links that were read lead to " + this));
    }

    /** The same; empty where no links that were read lead to it. */
    public Optional<DirectedPath> findPath() {
        return Optional.ofNullable(path);
    }

    /** Its GUID. */
    public Guid guid() {
        return info.nodeGuid();
    }

    /** What kind of node. */
    public NodeType type() {
        return info.nodeType();
    }

    /** Whether it is a switch. */
    public boolean isSwitch() {
        return info.nodeType() == NodeType.SWITCH;
    }

    /** What it calls itself; empty where it did not say. */
    public String description() {
        return description;
    }

    /** What it calls itself, as it came; empty where it did not say. */
    public Optional<NodeDescription> nodeDescription() {
        return Optional.ofNullable(nodeDescription);
    }

    /** The abilities of a switch; empty for other nodes, and where it did not answer. */
    public Optional<SwitchInfo> switchInfo() {
        return Optional.ofNullable(switchInfo);
    }

    /** The ports that were learned of, by number. */
    public Collection<Port> ports() {
        return Collections.unmodifiableCollection(ports.values());
    }

    /** The port with this number. */
    public Optional<Port> port(int number) {
        return Optional.ofNullable(ports.get(number));
    }

    /** Whether what it calls itself was not read again, but taken from an older subnet; see {@link Discovery#since}. */
    public boolean isCarriedOver() {
        return carriedOver;
    }

    /** Takes from an older subnet what it calls itself. */
    void carryOver(NodeDescription old) {
        description(old);
        carriedOver = true;
    }

    Port addPort(int number) {
        return ports.computeIfAbsent(number, absent -> new Port(this, absent));
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

    /** The description in quotes; the GUID where there is none. */
    @Override
    public String toString() {
        return description.isEmpty() ? guid().toHex() : '"' + description + '"';
    }
}
