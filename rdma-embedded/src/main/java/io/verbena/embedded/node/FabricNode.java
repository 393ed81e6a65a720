package io.verbena.embedded.node;

import io.verbena.iba.Guid;
import io.verbena.iba.NodeInfo;
import io.verbena.iba.NodeType;
import io.verbena.iba.SwitchInfo;
import io.verbena.topology.Topology.TopologyNode;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A node of the fabric: its ports, its settings and its tables. Must be used under the lock of the timeline. */
public final class FabricNode {
    private static final int DESCRIPTION = 64;
    private static final int DEFAULT_LIFE_TIME = 18;
    private static final int PARTITIONS = 32;
    private static final int VERSION = 1;

    private final TopologyNode model;
    private final Guid guid;
    private final boolean forwards;
    private final @Nullable FabricPort[] ports;
    private final @Nullable LinearTable linear;
    private final @Nullable MulticastMasks multicast;
    private final ServiceLevels serviceLevels = new ServiceLevels();
    private final Map<Long, byte[]> kept = new HashMap<>();
    private final Map<Integer, FabricPort> redirects = new TreeMap<>();
    private @Nullable SwitchInfo switchInfo;
    private String description;
    private int switchIndex = -1;
    private int initialTop = LinearTable.ENTRIES - 1;
    private boolean silent;
    private boolean off;
    private volatile boolean unplugged;
    private @Nullable Busy busy;

    /**
     * Creates a node.
     *
     * @param guid the node GUID if the model has none
     * @param observer receives the changes of the ports
     */
    public FabricNode(TopologyNode model, Guid guid, FabricPort.Observer observer) {
        this.model = model;
        this.guid = model.nodeGuid().equals(Guid.ZERO) ? guid : model.nodeGuid();
        this.forwards = model.type() == NodeType.SWITCH;
        this.linear = forwards ? new LinearTable() : null;
        this.multicast = forwards ? new MulticastMasks() : null;
        this.description = cut(model.description());
        this.ports = new FabricPort[model.numPorts() + 1];
        for (int number = forwards ? 0 : 1; number < ports.length; number++) {
            ports[number] =
                    new FabricPort(this, number, portGuid(number), model.ports().get(number), observer);
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

    private static String cut(String text) {
        int end = text.length();
        while (text.substring(0, end).getBytes(StandardCharsets.UTF_8).length > DESCRIPTION) {
            end = text.offsetByCodePoints(end, -1);
        }
        return text.substring(0, end);
    }

    /** Returns a port; null if the node has no such port. Port 0 is the management port of a switch. */
    public @Nullable FabricPort port(int number) {
        return number < 0 || number >= ports.length ? null : ports[number];
    }

    /** Returns the ports in the order of their numbers, including the management port of a switch. */
    public Stream<FabricPort> ports() {
        return Arrays.stream(ports).filter(Objects::nonNull).map(Objects::requireNonNull);
    }

    /** Returns the number of ports, not counting port 0 of a switch. */
    public int numPorts() {
        return ports.length - 1;
    }

    /** Returns the port that holds the node's settings for another port: port 0 of a switch, or the port itself. */
    public FabricPort managed(FabricPort port) {
        FabricPort zero = forwards ? ports[0] : null;
        return zero == null ? port : zero;
    }

    /** Writes the NodeInfo of this node into zeros, as it is read through a port. */
    public void describe(NodeInfo info, FabricPort arrival) {
        info.baseVersion(VERSION)
                .classVersion(VERSION)
                .nodeType(type())
                .numPorts(numPorts())
                .systemImageGuid(systemImageGuid())
                .nodeGuid(guid)
                .portGuid(arrival.guid())
                .partitionCap(FabricPort.KEYS)
                .deviceId(model.deviceId())
                .localPortNum(arrival.number())
                .vendorId(model.vendorId());
    }

    /** Returns the node in the topology. */
    public TopologyNode model() {
        return model;
    }

    /** Returns the node GUID. */
    public Guid guid() {
        return guid;
    }

    /** Returns the system image GUID. */
    public Guid systemImageGuid() {
        return model.systemImageGuid().equals(Guid.ZERO) ? guid : model.systemImageGuid();
    }

    /** Returns the type of this node. */
    public NodeType type() {
        return model.type();
    }

    /** Returns whether this node is a switch. */
    public boolean forwards() {
        return forwards;
    }

    /** Returns the NodeDescription. */
    public String description() {
        return description;
    }

    /** Sets the NodeDescription. */
    public void description(String text) {
        description = cut(text);
    }

    /** Returns the linear forwarding table of a switch. */
    public LinearTable linear() {
        return Objects.requireNonNull(linear, "only a switch has forwarding tables");
    }

    /** Returns the multicast forwarding table of a switch. */
    public MulticastMasks multicast() {
        return Objects.requireNonNull(multicast, "only a switch has forwarding tables");
    }

    /** Returns the mapping of service levels to virtual lanes. */
    public ServiceLevels serviceLevels() {
        return serviceLevels;
    }

    /** Sets LinearFDBTop as the subnet manager of a managed fabric leaves it, also after a reboot of the switch. */
    public void initialTop(int highestLid) {
        initialTop = highestLid;
    }

    /** Returns the SwitchInfo of a switch, which the caller may modify. */
    public SwitchInfo switchInfo() {
        SwitchInfo info = switchInfo;
        if (info == null) {
            info = new SwitchInfo()
                    .linearFdbCap(LinearTable.ENTRIES)
                    .multicastFdbCap(MulticastMasks.ENTRIES)
                    .linearFdbTop(initialTop)
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

    /** Returns an attribute that was stored by {@link #keep}; null if there is none. */
    public byte @Nullable [] kept(int attribute, long modifier) {
        return kept.get((long) attribute << Integer.SIZE | modifier);
    }

    /** Stores an attribute without interpreting it. */
    public void keep(int attribute, long modifier, byte[] value) {
        kept.put((long) attribute << Integer.SIZE | modifier, value.clone());
    }

    /** Returns whether the agents of this node do not respond, because they were silenced or the node is off. */
    public boolean isSilent() {
        return silent || off;
    }

    /** Returns whether the agents of this node were silenced. */
    public boolean isSilenced() {
        return silent;
    }

    /** Silences the agents of this node, or ends that. */
    public void silent(boolean value) {
        silent = value;
    }

    /** Returns whether this node is switched off. */
    public boolean isOff() {
        return off;
    }

    /** Returns whether the adapter was removed from its host. */
    public boolean isUnplugged() {
        return unplugged;
    }

    /** Removes the adapter from its host: the node is switched off, and the host has no device. */
    public void unplug() {
        unplugged = true;
        switchOff();
    }

    /** Switches this node off: its links go down, and its settings are lost. */
    public void switchOff() {
        off = true;
        ports().forEach(FabricPort::reset);
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

    /** Switches this node on: its links train. */
    public void switchOn() {
        off = false;
        unplugged = false;
        ports().forEach(FabricPort::train);
    }

    /** Returns which requests this node answers with status "busy"; null for none. */
    public @Nullable Busy busy() {
        return busy;
    }

    /** Selects the requests that this node answers with status "busy". */
    public void busy(@Nullable Busy value) {
        busy = value;
    }

    /**
     * Returns the port to which requests of a management class are redirected; null if this node answers them itself.
     */
    public @Nullable FabricPort redirect(int managementClass) {
        return redirects.isEmpty() ? null : redirects.get(managementClass);
    }

    /** Redirects the requests of a management class to a queue pair of another port, which answers for this node. */
    public void redirect(int managementClass, FabricPort to) {
        redirects.put(managementClass, to);
        to.answersFor(this);
    }

    /** Returns the redirections by management class. The map must not be modified. */
    public Map<Integer, FabricPort> redirects() {
        return Collections.unmodifiableMap(redirects);
    }

    /** Ends all redirections. */
    public void endRedirects() {
        redirects.clear();
    }

    /** Returns the index of a switch among all switches. */
    public int switchIndex() {
        return switchIndex;
    }

    /** Sets the index of a switch among all switches. */
    public void switchIndex(int index) {
        switchIndex = index;
    }

    @Override
    public String toString() {
        return '"' + model.description() + '"';
    }
}
