package io.verbena.embedded.node;

import io.verbena.iba.Guid;
import io.verbena.iba.NodeType;
import io.verbena.iba.SwitchInfo;
import io.verbena.topology.TopologyNode;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** One node with its settings and tables. Used under the lock of the timeline. */
public final class Node {
    private static final int DESCRIPTION = 64;
    private static final int DEFAULT_LIFE_TIME = 18;
    private static final int PARTITIONS = 32;

    private final TopologyNode model;
    private final Guid guid;
    private final boolean forwards;
    private final @Nullable Port[] ports;
    private final @Nullable LinearTable linear;
    private final @Nullable MulticastTable multicast;
    private final ServiceLevels serviceLevels = new ServiceLevels();
    private final Map<Long, byte[]> kept = new HashMap<>();
    private final Map<Integer, Port> redirects = new TreeMap<>();
    private @Nullable SwitchInfo switchInfo;
    private String description;
    private int switchIndex = -1;
    private boolean silent;
    private boolean off;
    private @Nullable Busy busy;

    /**
     * Makes a node.
     *
     * @param guid what it gets where the model says none
     * @param observer who is told of the states of its ports
     */
    public Node(TopologyNode model, Guid guid, PortObserver observer) {
        this.model = model;
        this.guid = model.nodeGuid().equals(Guid.ZERO) ? guid : model.nodeGuid();
        this.forwards = model.type() == NodeType.SWITCH;
        this.linear = forwards ? new LinearTable(this) : null;
        this.multicast = forwards ? new MulticastTable() : null;
        this.description = cut(model.description());
        this.ports = new Port[model.numPorts() + 1];
        for (int number = forwards ? 0 : 1; number < ports.length; number++) {
            ports[number] =
                    new Port(this, number, portGuid(number), model.ports().get(number), observer);
        }
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

    /** The longest beginning that fits into a description in UTF-8. */
    private static String cut(String text) {
        int end = text.length();
        while (text.substring(0, end).getBytes(StandardCharsets.UTF_8).length > DESCRIPTION) {
            end = text.offsetByCodePoints(end, -1);
        }
        return text.substring(0, end);
    }

    /** One of its ports; null if it has no such port. Port 0 is the management port of a switch. */
    public @Nullable Port port(int number) {
        return number < 0 || number >= ports.length ? null : ports[number];
    }

    /** Its ports by number, with the management port of a switch. */
    public Stream<Port> ports() {
        return Arrays.stream(ports).filter(Objects::nonNull).map(Objects::requireNonNull);
    }

    /** The number of its ports; port 0 of a switch is not counted. */
    public int numPorts() {
        return ports.length - 1;
    }

    /** The port with the settings of the node behind a port: port 0 of a switch, the port itself elsewhere. */
    public Port managed(Port port) {
        Port zero = forwards ? ports[0] : null;
        return zero == null ? port : zero;
    }

    /** What the topology says of it. */
    public TopologyNode model() {
        return model;
    }

    /** Its GUID. */
    public Guid guid() {
        return guid;
    }

    /** The GUID of the system it is part of. */
    public Guid systemImageGuid() {
        return model.systemImageGuid().equals(Guid.ZERO) ? guid : model.systemImageGuid();
    }

    /** What kind of node it is. */
    public NodeType type() {
        return model.type();
    }

    /** Whether it is a switch. */
    public boolean forwards() {
        return forwards;
    }

    /** What it calls itself. */
    public String description() {
        return description;
    }

    /** Gives it another description. */
    public void description(String text) {
        description = cut(text);
    }

    /** The linear forwarding table of a switch. */
    public LinearTable linear() {
        return Objects.requireNonNull(linear, "only a switch has forwarding tables");
    }

    /** The multicast forwarding table of a switch. */
    public MulticastTable multicast() {
        return Objects.requireNonNull(multicast, "only a switch has forwarding tables");
    }

    /** The virtual lanes of its service levels. */
    public ServiceLevels serviceLevels() {
        return serviceLevels;
    }

    /** What a switch says of itself, to be changed in place. */
    public SwitchInfo switchInfo() {
        SwitchInfo info = switchInfo;
        if (info == null) {
            info = new SwitchInfo()
                    .linearFdbCap(LinearTable.ENTRIES)
                    .multicastFdbCap(MulticastTable.ENTRIES)
                    .linearFdbTop(LinearTable.ENTRIES - 1)
                    .lifeTimeValue(DEFAULT_LIFE_TIME)
                    .partitionEnforcementCap(PARTITIONS)
                    .inboundEnforcementCap(1)
                    .outboundEnforcementCap(1)
                    .filterRawInboundCap(1)
                    .filterRawOutboundCap(1)
                    .enhancedPort0(model.enhancedPortZero() ? 1 : 0);
            switchInfo = info;
        }
        return info;
    }

    /** What was set of an attribute that is only kept; null if nothing was. */
    public byte @Nullable [] kept(int attribute, long modifier) {
        return kept.get((long) attribute << Integer.SIZE | modifier);
    }

    /** Keeps an attribute as it was set. */
    public void keep(int attribute, long modifier, byte[] value) {
        kept.put((long) attribute << Integer.SIZE | modifier, value.clone());
    }

    /** Whether its agents answer nothing. */
    public boolean isSilent() {
        return silent || off;
    }

    /** Whether its agents were made to answer nothing. */
    public boolean isSilenced() {
        return silent;
    }

    /** Makes its agents answer nothing, or answer again. */
    public void silent(boolean value) {
        silent = value;
    }

    /** Whether it is switched off. */
    public boolean isOff() {
        return off;
    }

    /** Switches it off: its links go down, and all that was set in it is lost. */
    public void switchOff() {
        off = true;
        ports().forEach(Port::reset);
        if (linear != null) {
            linear.clear();
        }
        if (multicast != null) {
            multicast.clear();
        }
        serviceLevels.clear();
        kept.clear();
        switchInfo = null;
        description = cut(model.description());
    }

    /** Switches it on: its links train. */
    public void switchOn() {
        off = false;
        ports().forEach(Port::train);
    }

    /** Which of its answers are "busy"; null for none. */
    public @Nullable Busy busy() {
        return busy;
    }

    /** Makes some of its answers "busy". */
    public void busy(@Nullable Busy value) {
        busy = value;
    }

    /** The port to which it sends the requests of a management class; null if it answers them itself. */
    public @Nullable Port redirect(int managementClass) {
        return redirects.isEmpty() ? null : redirects.get(managementClass);
    }

    /** Makes it send the requests of a class to a queue pair of another port, where they are answered for it. */
    public void redirect(int managementClass, Port to) {
        redirects.put(managementClass, to);
        to.answersFor(this);
    }

    /** Where it sends the requests of which management class; only to be read. */
    public Map<Integer, Port> redirects() {
        return Collections.unmodifiableMap(redirects);
    }

    /** Makes it answer all its requests itself. */
    public void endRedirects() {
        redirects.clear();
    }

    /** The number of a switch among the switches. */
    public int switchIndex() {
        return switchIndex;
    }

    /** Numbers a switch. */
    public void switchIndex(int index) {
        switchIndex = index;
    }

    @Override
    public String toString() {
        return '"' + model.description() + '"';
    }
}
