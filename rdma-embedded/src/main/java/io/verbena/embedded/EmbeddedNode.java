package io.verbena.embedded;

import io.verbena.iba.Guid;
import io.verbena.iba.NodeType;
import io.verbena.topology.TopologyNode;
import java.util.Arrays;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** One node of an embedded fabric. Safe for use by several threads. */
public final class EmbeddedNode {
    private final TopologyNode model;
    private final Guid guid;
    private final boolean forwards;
    private final @Nullable EmbeddedPort[] ports;
    private final SubnetManagementAgent agent;
    private int switchIndex = -1;
    private volatile boolean silent;

    /**
     * Makes a node.
     *
     * @param guid what it gets where the model says none
     */
    EmbeddedNode(TopologyNode model, Guid guid) {
        this.model = model;
        this.guid = model.nodeGuid().equals(Guid.ZERO) ? guid : model.nodeGuid();
        this.forwards = model.type() == NodeType.SWITCH;
        this.ports = new EmbeddedPort[model.numPorts() + 1];
        for (int number = forwards ? 0 : 1; number < ports.length; number++) {
            ports[number] = new EmbeddedPort(
                    this, number, portGuid(number), model.ports().get(number));
        }
        this.agent = new SubnetManagementAgent(this);
    }

    private Guid portGuid(int number) {
        Guid said = forwards
                ? model.portZeroGuid()
                : model.port(number).map(port -> port.guid()).orElse(Guid.ZERO);
        if (!said.equals(Guid.ZERO)) {
            return said;
        }
        return forwards ? guid : Guid.of(guid.bits() + number);
    }

    /**
     * Makes it as if its management agent had died: it answers nothing and passes on no directed route, though a switch
     * still forwards by LID, which is done by its hardware.
     */
    public void silence() {
        silent = true;
    }

    /** Ends {@link #silence}. */
    public void restore() {
        silent = false;
    }

    boolean isSilent() {
        return silent;
    }

    /**
     * One of its ports, 0 for the management port of a switch.
     *
     * @throws IllegalArgumentException if it has no port with this number
     */
    public EmbeddedPort port(int number) {
        EmbeddedPort port = portOrNull(number);
        if (port == null) {
            throw new IllegalArgumentException(
                    this + " has no port " + number + "; its ports are " + (forwards ? 0 : 1) + " to " + numPorts());
        }
        return port;
    }

    @Nullable EmbeddedPort portOrNull(int number) {
        return number < 0 || number >= ports.length ? null : ports[number];
    }

    /** Its ports by number, with the management port of a switch. */
    Stream<EmbeddedPort> ports() {
        return Arrays.stream(ports).filter(Objects::nonNull).map(Objects::requireNonNull);
    }

    /** The number of its ports; port 0 of a switch is not counted. */
    public int numPorts() {
        return ports.length - 1;
    }

    /** What it calls itself. */
    public String description() {
        return model.description();
    }

    /** What the topology calls it. */
    public String id() {
        return model.id();
    }

    /** Its GUID. */
    public Guid guid() {
        return guid;
    }

    /** What kind of node it is. */
    public NodeType type() {
        return model.type();
    }

    boolean forwards() {
        return forwards;
    }

    TopologyNode model() {
        return model;
    }

    SubnetManagementAgent agent() {
        return agent;
    }

    /** The number of a switch among the switches. */
    int switchIndex() {
        return switchIndex;
    }

    void switchIndex(int index) {
        switchIndex = index;
    }

    @Override
    public String toString() {
        return '"' + description() + '"';
    }
}
