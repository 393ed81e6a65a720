package io.verbena.embedded;

import io.verbena.embedded.cm.IpAddresses;
import io.verbena.embedded.node.Counters;
import io.verbena.embedded.node.Node;
import io.verbena.embedded.node.Port;
import io.verbena.embedded.node.PortChange;
import io.verbena.embedded.node.ServiceLevels;
import io.verbena.iba.Guid;
import io.verbena.iba.NodeType;
import io.verbena.iba.PortInfo;
import io.verbena.iba.PortState;
import java.net.InetAddress;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** One port of an embedded fabric, with its faults. Safe for use by several threads. */
public final class EmbeddedPort {
    private final Fabric fabric;
    private final EmbeddedNode node;
    private final Port port;

    EmbeddedPort(Fabric fabric, EmbeddedNode node, Port port) {
        this.fabric = fabric;
        this.node = node;
        this.port = port;
    }

    private EmbeddedPort change(Runnable change) {
        fabric.change(change);
        return this;
    }

    private <T> T ask(Supplier<T> question) {
        return fabric.timeline().get(question);
    }

    Port port() {
        return port;
    }

    /** Cuts the link: both ends go down, and no packet passes. Does nothing where there is no link. */
    public EmbeddedPort down() {
        return change(() -> {
            fabric.repairs().cancel(port, port.peer());
            port.cut();
        });
    }

    /**
     * Joins the link again. Both ends are active as before; in an {@linkplain EmbeddedFabric.Builder#unmanaged unmanaged}
     * fabric they wait, initialized, for a subnet manager.
     */
    public EmbeddedPort up() {
        return change(this::join);
    }

    private void join() {
        fabric.repairs().cancel(port, port.peer());
        port.join();
        Port peer = port.peer();
        if (fabric.isManaged() && port.isUp() && peer != null) {
            port.state(PortState.ACTIVE);
            peer.state(PortState.ACTIVE);
        }
    }

    /** Cuts the link, and joins it again after so long. */
    public EmbeddedPort flap(Duration downFor) {
        return change(() -> {
            fabric.repairs().cancel(port, port.peer());
            port.cut();
            fabric.repairs().after(downFor, port, this::join);
        });
    }

    /** Whether the link is up; port 0 of a switch always is, a port without a link never. */
    public boolean isUp() {
        return ask(port::isUp);
    }

    /** Its logical state. */
    public PortState state() {
        return ask(port::state);
    }

    /**
     * Drops what leaves by this port with this service level, from now on: the level has no virtual lane (IBA 14.2.5.8).
     *
     * @throws IllegalArgumentException if the level is not from 0 to 15
     */
    public EmbeddedPort dropServiceLevel(int serviceLevel) {
        if (serviceLevel < 0 || serviceLevel >= ServiceLevels.LEVELS) {
            throw new IllegalArgumentException(serviceLevel + " is not a service level; they are from 0 to 15");
        }
        return change(() -> {
            Node owner = port.node();
            for (int in = 0; in <= (owner.forwards() ? owner.numPorts() : 0); in++) {
                owner.serviceLevels().drop(in, port, serviceLevel);
            }
        });
    }

    /**
     * Takes a partition key out of the port's table, so that its datagrams are neither sent nor let in.
     *
     * @param pKey 16 bits; full and limited members are the same partition
     * @throws IllegalArgumentException if the table has no such key
     */
    public EmbeddedPort removePartition(int pKey) {
        return change(() -> {
            if (!port.keys().remove(pKey)) {
                throw new IllegalArgumentException(String.format("%s has no partition key 0x%04x", this, pKey));
            }
            port.changed(PortChange.PARTITION_KEYS);
        });
    }

    /**
     * The value of a counter, which is larger than what an attribute with too few bits shows.
     *
     * @param name the name of a field of PortCounters or of another counter attribute, such as {@code portXmitDiscards}
     * @throws IllegalArgumentException if there is no such counter
     */
    public long counter(String name) {
        int slot = Counters.slot(name);
        return ask(() -> port.counters().get(slot));
    }

    /**
     * Sets a counter.
     *
     * @param name as in {@link #counter(String)}
     * @throws IllegalArgumentException if there is no such counter
     */
    public EmbeddedPort counter(String name, long value) {
        int slot = Counters.slot(name);
        return change(() -> port.counters().set(slot, value));
    }

    /**
     * Adds to a counter.
     *
     * @param name as in {@link #counter(String)}
     * @throws IllegalArgumentException if there is no such counter
     */
    public EmbeddedPort count(String name, long more) {
        int slot = Counters.slot(name);
        return change(() -> port.counters().add(slot, more));
    }

    /** The node it belongs to. */
    public EmbeddedNode node() {
        return node;
    }

    /** The port at the other end of its cable, whether the link is up or not; empty where there is no cable. */
    public Optional<EmbeddedPort> peer() {
        return Optional.ofNullable(port.peer())
                .map(peer -> new EmbeddedPort(fabric, new EmbeddedNode(fabric, peer.node()), peer));
    }

    /** Its number, from 1; 0 is the management port of a switch. */
    public int number() {
        return port.number();
    }

    /** Its GUID; on a switch, that of the management port. */
    public Guid guid() {
        return port.guid();
    }

    /**
     * Its IPv4 address: 10.0.0.0 and its number among the ports of all hosts, from 1, in the order of the topology.
     *
     * @throws IllegalStateException if it is not of a host
     */
    public InetAddress address() {
        requireHost();
        return fabric.addresses().ipv4(port);
    }

    /**
     * Its link-local IPv6 address: fe80::/64 and its GUID, in which the bit for universal ones is set (RFC 4391, 8).
     *
     * @throws IllegalStateException if it is not of a host
     */
    public InetAddress linkLocalAddress() {
        requireHost();
        return IpAddresses.linkLocal(port.guid());
    }

    private void requireHost() {
        if (port.node().type() != NodeType.CHANNEL_ADAPTER) {
            throw new IllegalStateException(this + " has no IP address; only ports of hosts have");
        }
    }

    /** Its base LID; 0 where it has none, as on the ports of a switch, whose management port has the LID. */
    public int lid() {
        return ask(port::lid);
    }

    /** How often a subnet manager has asked its clients to register again (ClientReregister, IBA 14.2.5.6). */
    public int reregistrations() {
        return ask(port::reregistrations);
    }

    /** Ends its faults, under the lock of the timeline. */
    void heal() {
        if (port.isCut()) {
            join();
        }
        if (port.hasKeys() && !port.keys().removed().isEmpty()) {
            port.keys().restore();
            port.changed(PortChange.PARTITION_KEYS);
        }
    }

    /** Changes what the port says of itself, without what a subnet manager's Set would do. */
    EmbeddedPort change(Consumer<PortInfo> change) {
        return change(() -> change.accept(port.info()));
    }

    PortInfo info() {
        return ask(() -> PortInfo.LAYOUT.copy(port.info()));
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
