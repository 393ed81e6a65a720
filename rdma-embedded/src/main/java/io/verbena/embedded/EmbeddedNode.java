package io.verbena.embedded;

import io.verbena.embedded.node.Busy;
import io.verbena.embedded.node.Node;
import io.verbena.embedded.node.Port;
import io.verbena.iba.Guid;
import io.verbena.iba.ManagementClass;
import io.verbena.iba.NodeType;
import java.net.InetAddress;
import java.time.Duration;
import java.util.Objects;
import java.util.stream.Stream;

/** One node of an embedded fabric, with its faults. Safe for use by several threads. */
public final class EmbeddedNode {
    private final Fabric fabric;
    private final Node node;

    EmbeddedNode(Fabric fabric, Node node) {
        this.fabric = fabric;
        this.node = node;
    }

    private EmbeddedNode change(Runnable change) {
        fabric.change(change);
        return this;
    }

    /**
     * Makes it as if its management agents had died: it answers nothing and passes on no directed route, though a switch
     * still forwards by LID, which is done by its hardware.
     */
    public EmbeddedNode silence() {
        return change(() -> node.silent(true));
    }

    /** Ends {@link #silence}. */
    public EmbeddedNode restore() {
        return change(() -> node.silent(false));
    }

    /**
     * Makes its agents answer the next requests with "busy".
     *
     * @param answers how many
     */
    public EmbeddedNode busy(int answers) {
        return change(() -> node.busy(Busy.next(answers)));
    }

    /**
     * Makes its agents answer a fraction of all requests with "busy", the same ones again for the same seed.
     *
     * @param fraction from 0 to 1
     * @throws IllegalArgumentException if it is not
     */
    public EmbeddedNode busy(double fraction, long seed) {
        if (!(fraction >= 0 && fraction <= 1)) {
            throw new IllegalArgumentException(
                    fraction + " is not a fraction of requests; it is from 0, for none, to 1, for all");
        }
        return change(() -> node.busy(Busy.fraction(fraction, seed)));
    }

    /** Ends {@link #busy}. */
    public EmbeddedNode notBusy() {
        return change(() -> node.busy(null));
    }

    /**
     * Makes it send the requests of a class elsewhere: its answer has the status "redirect" and names a queue pair of the
     * other port, where they are answered for this node (IBA 13.5.2).
     *
     * @param managementClass any class but those of subnet management
     */
    public EmbeddedNode redirect(ManagementClass managementClass, EmbeddedPort to) {
        if (managementClass == ManagementClass.SUBNET_LID_ROUTED
                || managementClass == ManagementClass.SUBNET_DIRECTED_ROUTE) {
            throw new IllegalArgumentException("subnet management cannot be redirected; choose another class");
        }
        return change(() -> node.redirect(managementClass.code(), to.port()));
    }

    /** Ends all redirections. */
    public EmbeddedNode endRedirects() {
        return change(node::endRedirects);
    }

    /**
     * Reboots it: its links go down, it is silent for so long, and all that was set in it is lost. Its ports come back
     * initialized, with LID 0 and counters of 0; a switch forwards to nobody until its tables are set.
     */
    public EmbeddedNode reboot(Duration silentFor) {
        return change(() -> {
            if (fabric.isManaged()) {
                fabric.repairs().remember(node);
            }
            node.switchOff();
            fabric.repairs().after(silentFor, node, node::switchOn);
        });
    }

    /** Ends its faults, under the lock of the timeline. */
    void heal() {
        node.silent(false);
        node.busy(null);
        node.endRedirects();
        node.serviceLevels().restore();
        if (node.isOff()) {
            fabric.repairs().cancel(node);
            node.switchOn();
        }
    }

    /** Drops what leaves by any of its ports with this service level; see {@link EmbeddedPort#dropServiceLevel}. */
    public EmbeddedNode dropServiceLevel(int serviceLevel) {
        return change(() -> ports().forEach(port -> port.dropServiceLevel(serviceLevel)));
    }

    /** Takes a partition key out of the table of every port that has one; see {@link EmbeddedPort#removePartition}. */
    public EmbeddedNode removePartition(int pKey) {
        return change(() -> node.ports()
                .filter(port -> !node.forwards() || port.isManagementPort())
                .forEach(port -> port(port.number()).removePartition(pKey)));
    }

    /**
     * One of its ports, 0 for the management port of a switch.
     *
     * @throws IllegalArgumentException if it has no port with this number
     */
    public EmbeddedPort port(int number) {
        Port port = node.port(number);
        if (port == null) {
            throw new IllegalArgumentException(this + " has no port " + number + "; its ports are "
                    + (node.forwards() ? 0 : 1) + " to " + numPorts());
        }
        return new EmbeddedPort(fabric, this, port);
    }

    /** Its ports by number, with the management port of a switch. */
    public Stream<EmbeddedPort> ports() {
        return node.ports().map(port -> new EmbeddedPort(fabric, this, port));
    }

    /** The number of its ports; port 0 of a switch is not counted. */
    public int numPorts() {
        return node.numPorts();
    }

    /**
     * The IPv4 address of its first port, at which connection managers of the fabric find it.
     *
     * @throws IllegalStateException if it is not a host
     */
    public InetAddress address() {
        return port(forwards() ? 0 : 1).address();
    }

    /** How many requests of its queue pairs it has sent once more, for a packet that was lost or a receive that was missing. */
    public long retries() {
        return fabric.network().adapter(node).retries();
    }

    /** How many queue pairs programs have on it; none where all of them have closed what they opened. */
    public int queuePairs() {
        return fabric.network().adapter(node).queuePairCount();
    }

    /** How many memory regions and windows programs have on it. */
    public int memoryKeys() {
        return fabric.network().adapter(node).keyCount();
    }

    /** What the topology says that it calls itself. */
    public String description() {
        return node.model().description();
    }

    /** What the topology calls it. */
    public String id() {
        return node.model().id();
    }

    /** Its GUID. */
    public Guid guid() {
        return node.guid();
    }

    /** What kind of node it is. */
    public NodeType type() {
        return node.type();
    }

    boolean forwards() {
        return node.forwards();
    }

    Node node() {
        return node;
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
