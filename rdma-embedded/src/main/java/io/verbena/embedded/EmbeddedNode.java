package io.verbena.embedded;

import io.verbena.embedded.node.Busy;
import io.verbena.embedded.node.FabricNode;
import io.verbena.embedded.node.FabricPort;
import io.verbena.iba.Guid;
import io.verbena.iba.ManagementClass;
import io.verbena.iba.NodeType;
import java.net.InetAddress;
import java.time.Duration;
import java.util.Objects;
import java.util.stream.Stream;

/** A node of an embedded fabric, with methods that inject faults. This class is safe for use by multiple threads. */
public final class EmbeddedNode {
    private final Fabric fabric;
    final FabricNode node;

    EmbeddedNode(Fabric fabric, FabricNode node) {
        this.fabric = fabric;
        this.node = node;
    }

    private EmbeddedNode change(Runnable change) {
        fabric.change(change);
        return this;
    }

    /**
     * Silences the management agents of this node: it answers no requests and forwards no directed routes. A switch
     * still forwards by LID, which its hardware does.
     */
    public EmbeddedNode silence() {
        return change(() -> node.silent(true));
    }

    /** Ends {@link #silence}. */
    public EmbeddedNode restore() {
        return change(() -> node.silent(false));
    }

    /**
     * Answers the next requests with status "busy".
     *
     * @param answers number of requests
     */
    public EmbeddedNode busy(int answers) {
        return change(() -> node.busy(Busy.next(answers)));
    }

    /**
     * Answers a fraction of all requests with status "busy". Equal seeds select equal requests.
     *
     * @param fraction the fraction, from 0 to 1
     * @throws IllegalArgumentException if the fraction is out of range
     */
    public EmbeddedNode busy(double fraction, long seed) {
        if (!(fraction >= 0 && fraction <= 1)) {
            throw new IllegalArgumentException(
                    fraction + " is not a fraction; use a number from 0 (no request) to 1 (all requests)");
        }
        return change(() -> node.busy(Busy.fraction(fraction, seed)));
    }

    /** Ends {@link #busy}. */
    public EmbeddedNode notBusy() {
        return change(() -> node.busy(null));
    }

    /**
     * Redirects the requests of a management class: the response has status "redirect" and names a queue pair of
     * another port, which answers for this node (IBA 13.5.2).
     *
     * @param managementClass any class except the classes of subnet management
     * @throws IllegalArgumentException if the class is one of subnet management
     */
    public EmbeddedNode redirect(ManagementClass managementClass, EmbeddedPort to) {
        if (managementClass == ManagementClass.SUBNET_LID_ROUTED
                || managementClass == ManagementClass.SUBNET_DIRECTED_ROUTE) {
            throw new IllegalArgumentException("subnet management cannot be redirected; choose another class");
        }
        return change(() -> node.redirect(managementClass.code(), to.port));
    }

    /** Ends all redirections. */
    public EmbeddedNode endRedirects() {
        return change(node::endRedirects);
    }

    /**
     * Reboots this node: its links go down, it does not respond for some time, and its settings are lost. Its ports
     * return in state INITIALIZE with LID 0 and counters of 0; a switch forwards no packets until its tables are set.
     */
    public EmbeddedNode reboot(Duration silentFor) {
        return change(() -> {
            if (fabric.isManaged()) {
                fabric.repairs.remember(node);
            }
            node.switchOff();
            fabric.repairs.after(silentFor, node, node::switchOn);
        });
    }

    /**
     * Removes the channel adapter from the host, like a hot unplug or {@code rdma link delete}: the host has no device,
     * its links are down, and open resources fail. Verbs objects receive the event DEVICE_FATAL and fail with EIO, CM
     * identifiers receive DEVICE_REMOVAL, and MAD channels fail with EIO. Has no effect if the adapter was already
     * removed.
     *
     * @throws IllegalStateException if this node is not a host
     */
    public EmbeddedNode unplug() {
        if (type() != NodeType.CHANNEL_ADAPTER) {
            throw new IllegalStateException(this + " is not a host; only the adapter of a host can be removed");
        }
        return change(() -> {
            if (!node.isUnplugged()) {
                fabric.repairs.cancel(node);
                if (fabric.isManaged()) {
                    fabric.repairs.remember(node);
                }
                // The adapter is removed before its links go down, so that the removal is the only event.
                fabric.removed(node);
                node.unplug();
            }
        });
    }

    /**
     * Ends {@link #unplug}: the host has a device again, which programs can open. The ports get back the LIDs of the
     * managed fabric; in an {@linkplain EmbeddedFabric.Builder#unmanaged unmanaged} fabric, they wait for a subnet
     * manager.
     */
    public EmbeddedNode plugIn() {
        return change(() -> {
            if (node.isUnplugged()) {
                node.switchOn();
                fabric.repairs.giveBack(node);
            }
        });
    }

    /** Ends the faults of this node. Must be called under the lock of the timeline. */
    void heal() {
        node.silent(false);
        node.busy(null);
        node.endRedirects();
        node.serviceLevels().restore();
        if (node.isOff()) {
            fabric.repairs.cancel(node);
            node.switchOn();
        }
    }

    /** Drops packets of a service level at all ports; see {@link EmbeddedPort#dropServiceLevel}. */
    public EmbeddedNode dropServiceLevel(int serviceLevel) {
        return change(() -> ports().forEach(port -> port.dropServiceLevel(serviceLevel)));
    }

    /** Removes a partition key from the tables of all ports; see {@link EmbeddedPort#removePartition}. */
    public EmbeddedNode removePartition(int pKey) {
        return change(() -> node.ports()
                .filter(port -> !node.forwards() || port.isManagementPort())
                .forEach(port -> port(port.number()).removePartition(pKey)));
    }

    /**
     * Returns a port; 0 is the management port of a switch.
     *
     * @throws IllegalArgumentException if this node has no such port
     */
    public EmbeddedPort port(int number) {
        FabricPort port = node.port(number);
        if (port == null) {
            throw new IllegalArgumentException(this + " has no port " + number + "; its ports are "
                    + (node.forwards() ? 0 : 1) + " to " + numPorts());
        }
        return new EmbeddedPort(fabric, this, port);
    }

    /** Returns the ports in the order of their numbers, including the management port of a switch. */
    public Stream<EmbeddedPort> ports() {
        return node.ports().map(port -> new EmbeddedPort(fabric, this, port));
    }

    /** Returns the number of ports, not counting port 0 of a switch. */
    public int numPorts() {
        return node.numPorts();
    }

    /**
     * Returns the IPv4 address of the first port, by which the connection managers of the fabric reach it.
     *
     * @throws IllegalStateException if this node is not a host
     */
    public InetAddress address() {
        return port(forwards() ? 0 : 1).address();
    }

    /**
     * Returns the number of requests that queue pairs of this node have sent again, after a lost packet or for lack of
     * a receive request.
     */
    public long retries() {
        return fabric.adapters.adapter(node).retries();
    }

    /** Returns the number of queue pairs on this node. */
    public int queuePairs() {
        return fabric.adapters.adapter(node).queuePairCount();
    }

    /** Returns the number of memory regions and windows on this node. */
    public int memoryKeys() {
        return fabric.adapters.adapter(node).keyCount();
    }

    /** Returns the NodeDescription in the topology. */
    public String description() {
        return node.model().description();
    }

    /** Returns the ID of this node in the topology. */
    public String id() {
        return node.model().id();
    }

    /** Returns the node GUID. */
    public Guid guid() {
        return node.guid();
    }

    /** Returns the type of this node. */
    public NodeType type() {
        return node.type();
    }

    boolean forwards() {
        return node.forwards();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof EmbeddedNode that && that.node == node;
    }

    @Override
    public int hashCode() {
        return Objects.hash(node.guid());
    }

    @Override
    public String toString() {
        return '"' + description() + '"';
    }
}
