package io.verbena.embedded;

import io.verbena.embedded.node.Port;
import io.verbena.iba.NodeType;
import io.verbena.spi.RdmaDriver;
import io.verbena.topology.Topology;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An InfiniBand fabric inside the JVM, in the state in which a subnet manager leaves it: every port with a link is active
 * and has its LID, the first channel adapter is home of the subnet manager, and switches forward by the fewest hops.
 *
 * <p>Like a real subnet it is seen from one host at a time: {@link #driver} gives the view of one, whose only device is
 * {@code emb0}. The faults hold for all of them. Safe for use by several threads.
 */
public final class EmbeddedFabric implements AutoCloseable {
    private final Topology topology;
    private final String home;
    private final Fabric fabric;
    private final List<EmbeddedNode> nodes;
    private final NodeNames names;
    private final Closing closing = new Closing();
    private final @Nullable EmbeddedSubnetAdministration administration;

    private EmbeddedFabric(Builder builder) {
        this.topology = builder.topology;
        this.home = builder.home;
        this.fabric = new Fabric(topology, builder.managed, builder.virtual);
        this.nodes = fabric.nodes().stream()
                .map(node -> new EmbeddedNode(fabric, node))
                .toList();
        this.names = new NodeNames(nodes);
        host(home);
        Port master = fabric.master();
        this.administration = master == null ? null : new EmbeddedSubnetAdministration(fabric, master);
    }

    /** How a fabric is to be. */
    public static final class Builder {
        private final Topology topology;
        private final String home;
        private boolean managed = true;
        private boolean virtual;

        private Builder(Topology topology, String home) {
            this.topology = topology;
            this.home = home;
        }

        /**
         * Leaves the fabric as it is switched on: links are initialized, nobody has a LID, and switches forward to nobody
         * until a subnet manager comes, such as {@code io.verbena.embedded.sm.SubnetManager}.
         */
        public Builder unmanaged() {
            managed = false;
            return this;
        }

        /**
         * Lets time be simulated. It stands still while anybody has something to do, and jumps to what happens next, such as
         * the end of a timeout, when the readers of all open channels wait and nothing has arrived for them. A channel that
         * nobody reads stops it.
         */
        public Builder virtualTime() {
            virtual = true;
            return this;
        }

        /**
         * Opens the fabric.
         *
         * @throws IllegalArgumentException if it has no channel adapter, or its LIDs contradict each other
         */
        public EmbeddedFabric open() {
            return new EmbeddedFabric(this);
        }
    }

    /**
     * Builds a fabric by what it is called.
     *
     * @param argument {@code two-node} (meant too if empty), {@code fat-tree:S,L,H}, {@code fat-tree3:K}, or the path of a
     *     net file; {@code @name} behind it chooses the host that {@link #driver()} looks from
     * @throws IllegalArgumentException if it is none of these
     * @throws io.verbena.error.RdmaException if the file cannot be read or is not a topology
     */
    public static Builder builder(String argument) {
        FabricArgument parsed = FabricArgument.parse(argument);
        return new Builder(parsed.topology(), parsed.host());
    }

    /** Builds a fabric of this topology. */
    public static Builder builder(Topology topology) {
        return new Builder(topology, "");
    }

    /**
     * Opens a fabric by what it is called.
     *
     * @param argument as in {@link #builder(String)}
     * @throws IllegalArgumentException if it is none of the forms, or the host is not there
     * @throws io.verbena.error.RdmaException if the file cannot be read or is not a topology
     */
    public static EmbeddedFabric open(String argument) {
        return builder(argument).open();
    }

    /**
     * Opens a fabric of this topology.
     *
     * @throws IllegalArgumentException if it has no channel adapter, or its LIDs contradict each other
     */
    public static EmbeddedFabric open(Topology topology) {
        return builder(topology).open();
    }

    /** What it was built from. */
    public Topology topology() {
        return topology;
    }

    /** All nodes, in the order of the topology. */
    public List<EmbeddedNode> nodes() {
        return nodes;
    }

    /**
     * The node with this description, id or GUID; the first word of a description does, if no other begins with it.
     *
     * @throws IllegalArgumentException if there is none or more than one; the message names the nearest
     */
    public EmbeddedNode node(String name) {
        return names.find(name);
    }

    /** The fabric as its local host sees it: the one that was asked for when it was opened, or the first. */
    public RdmaDriver driver() {
        return driver(home);
    }

    /**
     * The fabric as this host sees it.
     *
     * @throws IllegalArgumentException if there is no such host, or it is not a channel adapter
     */
    public RdmaDriver driver(String host) {
        EmbeddedDriver driver = new EmbeddedDriver(fabric, host(host).node(), closing);
        closing.add(driver);
        return driver;
    }

    private EmbeddedNode host(String name) {
        if (!name.isEmpty()) {
            EmbeddedNode node = node(name);
            if (node.type() != NodeType.CHANNEL_ADAPTER) {
                throw new IllegalArgumentException(node + " is not a host; only a channel adapter can be one");
            }
            return node;
        }
        return nodes.stream()
                .filter(node -> node.type() == NodeType.CHANNEL_ADAPTER)
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        "the topology has no channel adapter, from which the fabric could be seen"));
    }

    /**
     * Runs a program on a host, at its first port, until what is answered is closed, or the fabric.
     *
     * @throws IllegalArgumentException if there is no such host, or it is not a channel adapter
     */
    public AutoCloseable run(String host, HostProgram program) {
        ProgramEndpoint endpoint =
                new ProgramEndpoint(fabric, host(host).port(1).port(), program, closing);
        closing.add(endpoint);
        endpoint.start();
        return endpoint;
    }

    /**
     * The administration of the subnet.
     *
     * @throws IllegalStateException if the fabric is {@linkplain Builder#unmanaged unmanaged}
     */
    public EmbeddedSubnetAdministration subnetAdministration() {
        if (administration == null) {
            throw new IllegalStateException("the fabric has no subnet administration; it was opened unmanaged");
        }
        return administration;
    }

    /** The clock of the fabric; only differences mean anything. */
    public long nanoTime() {
        return fabric.timeline().nanoTime();
    }

    private EmbeddedFabric change(Runnable change) {
        fabric.change(change);
        return this;
    }

    /**
     * Makes every datagram that a host receives come this much later; zero for at once.
     *
     * @throws IllegalArgumentException if it is negative
     */
    public EmbeddedFabric delay(Duration delay) {
        return change(() -> fabric.faults().delay(delay));
    }

    /**
     * Makes datagrams get lost at random, requests and answers, the same ones again for the same seed and the same traffic.
     *
     * @param fraction how many of all, from 0 to 1
     * @throws IllegalArgumentException if it is not
     */
    public EmbeddedFabric loss(double fraction, long seed) {
        return change(() -> fabric.faults().loss(fraction, seed));
    }

    /**
     * Makes datagrams arrive twice at random.
     *
     * @param fraction how many of all, from 0 to 1
     * @throws IllegalArgumentException if it is not
     */
    public EmbeddedFabric duplicate(double fraction, long seed) {
        return change(() -> fabric.faults().duplicate(fraction, seed));
    }

    /**
     * Holds up datagrams at random, so that others overtake them.
     *
     * @param fraction how many of all, from 0 to 1
     * @param upTo how long at most
     * @throws IllegalArgumentException if the fraction is not one, or the time negative
     */
    public EmbeddedFabric reorder(double fraction, Duration upTo, long seed) {
        return change(() -> fabric.faults().reorder(fraction, upTo, seed));
    }

    /**
     * The faults in force, those of the fabric first, then node by node. What ends by itself, such as a flapping link, is
     * among them until it does; counters are no faults.
     */
    public List<EmbeddedFault> faults() {
        return fabric.timeline().get(() -> new FaultList(fabric, nodes).list());
    }

    /**
     * Ends all faults at once: links are joined, nodes that reboot are back, and partition keys and virtual lanes are there
     * again. A node that was rebooted gets back its LIDs and routes, which the subnet manager is said to have set; in an
     * {@linkplain Builder#unmanaged unmanaged} fabric it waits for one. Counters stay.
     */
    public EmbeddedFabric heal() {
        return change(() -> {
            fabric.faults().clear();
            nodes.forEach(EmbeddedNode::heal);
            nodes.stream().flatMap(EmbeddedNode::ports).forEach(EmbeddedPort::heal);
            fabric.repairs().giveBack();
        });
    }

    /** Closes all its drivers and their channels. */
    @Override
    public void close() {
        closing.close();
    }
}
