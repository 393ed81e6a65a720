package io.verbena.embedded;

import io.verbena.embedded.cm.IpAddresses;
import io.verbena.embedded.node.CounterSet;
import io.verbena.embedded.node.FabricNode;
import io.verbena.embedded.node.FabricPort;
import io.verbena.embedded.node.ServiceLevels;
import io.verbena.iba.Guid;
import io.verbena.iba.LaneSpeed;
import io.verbena.iba.NodeInfo;
import io.verbena.iba.NodeType;
import io.verbena.iba.PortInfo;
import io.verbena.iba.PortState;
import io.verbena.spi.PortAttributes;
import java.net.InetAddress;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** A port of an embedded fabric, with methods that inject faults. This class is safe for use by multiple threads. */
public final class EmbeddedPort {
    private final Fabric fabric;
    private final EmbeddedNode node;
    final FabricPort port;

    EmbeddedPort(Fabric fabric, EmbeddedNode node, FabricPort port) {
        this.fabric = fabric;
        this.node = node;
        this.port = port;
    }

    private EmbeddedPort change(Runnable change) {
        fabric.change(change);
        return this;
    }

    private <T> T ask(Supplier<T> question) {
        return fabric.timeline.get(question);
    }

    /** Takes the link down: both ends go down, and no packet passes. Has no effect without a link. */
    public EmbeddedPort down() {
        return change(() -> {
            fabric.repairs.cancel(port, port.peer());
            port.cut();
        });
    }

    /**
     * Ends {@link #down}. Both ends become active again; in an {@linkplain EmbeddedFabric.Builder#unmanaged unmanaged}
     * fabric, they remain in state INITIALIZE until a subnet manager activates them.
     */
    public EmbeddedPort up() {
        return change(this::join);
    }

    private void join() {
        fabric.repairs.cancel(port, port.peer());
        port.join();
        FabricPort peer = port.peer();
        if (fabric.isManaged() && port.isUp() && peer != null) {
            port.state(PortState.ACTIVE);
            peer.state(PortState.ACTIVE);
        }
    }

    /** Takes the link down for some time. */
    public EmbeddedPort flap(Duration downFor) {
        return change(() -> {
            fabric.repairs.cancel(port, port.peer());
            port.cut();
            fabric.repairs.after(downFor, port, this::join);
        });
    }

    /**
     * Limits the speed of the cable. The link trains again, at the best speed that both ends enable and the cable permits.
     *
     * @throws IllegalArgumentException if the port has no link, or the speed is {@link LaneSpeed#UNKNOWN}
     */
    public EmbeddedPort limit(LaneSpeed fastest) {
        if (fastest == LaneSpeed.UNKNOWN) {
            throw new IllegalArgumentException(fastest + " is not a speed");
        }
        return change(() -> limit(Optional.of(fastest)));
    }

    private void limit(Optional<LaneSpeed> fastest) {
        if (port.peer() == null) {
            throw new IllegalArgumentException(this + " has no link");
        }
        boolean up = port.isUp();
        port.limit(fastest.orElse(null));
        if (up) {
            join();
        }
    }

    /** Returns whether the link is up. Port 0 of a switch is always up; a port without a cable never is. */
    public boolean isUp() {
        return ask(port::isUp);
    }

    /** Returns the logical state. */
    public PortState state() {
        return ask(port::state);
    }

    /**
     * Drops packets of a service level that leave by this port: the level has no virtual lane (IBA 14.2.5.8).
     *
     * @throws IllegalArgumentException if the level is not from 0 to 15
     */
    public EmbeddedPort dropServiceLevel(int serviceLevel) {
        if (serviceLevel < 0 || serviceLevel >= ServiceLevels.LEVELS) {
            throw new IllegalArgumentException(serviceLevel + " is not a service level; use 0 to 15");
        }
        return change(() -> {
            FabricNode owner = port.node();
            for (int in = 0; in <= (owner.forwards() ? owner.numPorts() : 0); in++) {
                owner.serviceLevels().drop(in, port.number(), serviceLevel, port.lanes());
            }
        });
    }

    /**
     * Removes a partition key from the table of this port, so that the port neither sends nor accepts its packets.
     *
     * @param pKey the 16 bits of the key; full and limited membership denote the same partition
     * @throws IllegalArgumentException if the table has no such key
     */
    public EmbeddedPort removePartition(int pKey) {
        return change(() -> {
            if (!port.keys().remove(pKey)) {
                throw new IllegalArgumentException(String.format("%s has no partition key 0x%04x", this, pKey));
            }
            port.changed(FabricPort.Change.PARTITION_KEYS);
        });
    }

    /**
     * Returns the value of a counter, which may exceed the maximum of a field that contains it.
     *
     * @param name the name of a field of PortCounters or another counter attribute, such as
     *     {@code portXmitDiscards}
     * @throws IllegalArgumentException if there is no such counter
     */
    public long counter(String name) {
        int slot = CounterSet.slot(name);
        return ask(() -> port.counters().get(slot));
    }

    /**
     * Sets a counter.
     *
     * @param name the name of the counter, as in {@link #counter(String)}
     * @throws IllegalArgumentException if there is no such counter
     */
    public EmbeddedPort counter(String name, long value) {
        int slot = CounterSet.slot(name);
        return change(() -> port.counters().set(slot, value));
    }

    /**
     * Increments a counter.
     *
     * @param name the name of the counter, as in {@link #counter(String)}
     * @throws IllegalArgumentException if there is no such counter
     */
    public EmbeddedPort count(String name, long more) {
        int slot = CounterSet.slot(name);
        return change(() -> port.counters().add(slot, more));
    }

    /** Returns the node of this port. */
    public EmbeddedNode node() {
        return node;
    }

    /** Returns the port at the other end of the cable, even if the link is down; empty without a cable. */
    public Optional<EmbeddedPort> peer() {
        return Optional.ofNullable(port.peer())
                .map(peer -> new EmbeddedPort(fabric, new EmbeddedNode(fabric, peer.node()), peer));
    }

    /** Returns the port number, from 1; 0 is the management port of a switch. */
    public int number() {
        return port.number();
    }

    /** Returns the port GUID; on a switch, that of the management port. */
    public Guid guid() {
        return port.guid();
    }

    /**
     * Returns the IPv4 address: 10.0.0.0 plus the number of this port among the ports of all hosts, counted from 1 in
     * the order of the topology.
     *
     * @throws IllegalStateException if this port does not belong to a host
     */
    public InetAddress address() {
        requireHost();
        return fabric.addresses.ipv4(port);
    }

    /**
     * Returns the link-local IPv6 address: fe80::/64 with the port GUID, whose universal bit is set (RFC 4391, 8).
     *
     * @throws IllegalStateException if this port does not belong to a host
     */
    public InetAddress linkLocalAddress() {
        requireHost();
        return IpAddresses.linkLocal(port.guid());
    }

    private void requireHost() {
        if (port.node().type() != NodeType.CHANNEL_ADAPTER) {
            throw new IllegalStateException(this + " has no IP address; only the ports of hosts have one");
        }
    }

    /** Returns the base LID; 0 for a port without one, such as the external ports of a switch. */
    public int lid() {
        return ask(port::lid);
    }

    /**
     * Returns the number of times that a subnet manager asked the clients at this port to register again
     * (ClientReregister, IBA 14.2.5.6).
     */
    public int reregistrations() {
        return ask(port::reregistrations);
    }

    /** Ends the faults of this port. Must be called under the lock of the timeline. */
    void heal() {
        if (port.isCut()) {
            join();
        }
        if (port.limit() != null) {
            limit(Optional.empty());
        }
        if (port.hasKeys() && !port.keys().removed().isEmpty()) {
            port.keys().restore();
            port.changed(FabricPort.Change.PARTITION_KEYS);
        }
    }

    /** Changes the PortInfo directly, without the effects of a SubnSet. */
    EmbeddedPort change(Consumer<PortInfo> change) {
        return change(() -> change.accept(port.info()));
    }

    /** Returns a copy of the PortInfo that a subnet manager with the right M_Key reads. */
    public PortInfo info() {
        return ask(() -> PortInfo.LAYOUT.copy(port.info()));
    }

    /** Returns the NodeInfo of the node as read through this port, which is its local port. */
    public NodeInfo nodeInfo() {
        return ask(() -> {
            NodeInfo info = new NodeInfo();
            port.node().describe(info, port);
            return info;
        });
    }

    /** Returns the attributes of this port as programs on the host see them. */
    public PortAttributes attributes() {
        return ask(() -> EmbeddedDriver.attributes(port));
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof EmbeddedPort that && that.port == port;
    }

    @Override
    public int hashCode() {
        return System.identityHashCode(port);
    }

    @Override
    public String toString() {
        return port.toString();
    }
}
