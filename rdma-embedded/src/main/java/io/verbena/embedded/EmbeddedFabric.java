package io.verbena.embedded;

import io.verbena.embedded.node.FabricNode;
import io.verbena.embedded.node.FabricPort;
import io.verbena.embedded.time.TimeKeeper;
import io.verbena.iba.NodeType;
import io.verbena.sm.ManagerListener;
import io.verbena.sm.ManagerProgram;
import io.verbena.sm.SubnetManager;
import io.verbena.sm.SubnetManagerOptions;
import io.verbena.spi.MadAddress;
import io.verbena.spi.RdmaDriver;
import io.verbena.topology.Topology;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * An InfiniBand fabric inside the JVM. A fabric is opened as a subnet manager leaves it: every port with a link is
 * active and has its LID, the subnet manager is at the first channel adapter, and switches forward along the fewest
 * hops.
 *
 * <p>Like a real subnet, a fabric is seen from one host at a time: {@link #driver} returns the view of a host, whose
 * only device is {@code emb0}. Faults affect the views of all hosts. This class is safe for use by multiple threads.
 */
public final class EmbeddedFabric implements AutoCloseable {
    private final Topology topology;
    private final String home;
    private final Fabric fabric;
    private final List<EmbeddedNode> nodes;
    private final Map<FabricNode, EmbeddedNode> views = new HashMap<>();
    private final ConnectionManagers connectionManagers;
    private final OwnedResources resources = new OwnedResources();
    private final @Nullable EmbeddedSubnetAdministration administration;

    /** Null if time is simulated. */
    private final @Nullable TimeKeeper keeper;

    private EmbeddedFabric(Builder builder) {
        this.topology = builder.topology;
        this.home = builder.home;
        this.fabric = new Fabric(topology, builder.managed, builder.virtual);
        this.keeper = builder.virtual ? null : TimeKeeper.start(fabric.timeline);
        this.nodes = fabric.nodes.stream()
                .map(node -> new EmbeddedNode(fabric, node))
                .toList();
        nodes.forEach(node -> views.put(node.node, node));
        this.connectionManagers = new ConnectionManagers(fabric);
        host(home);
        FabricPort master = fabric.master;
        this.administration = master == null ? null : new EmbeddedSubnetAdministration(fabric, master);
    }

    /** Configures and opens a fabric. */
    public static final class Builder {
        private final Topology topology;
        private final String home;
        private final Mistakes mistakes;
        private boolean managed = true;
        private boolean virtual;

        private Builder(Topology topology, Mistakes mistakes, String home) {
            this.topology = topology;
            this.mistakes = mistakes;
            this.home = home;
        }

        /**
         * Leaves the fabric without configuration: links are in state INITIALIZE, ports have no LIDs, and switches forward no
         * packets, until a {@linkplain EmbeddedFabric#manage subnet manager} configures them.
         */
        public Builder unmanaged() {
            managed = false;
            return this;
        }

        /**
         * Simulates time. The clock stands still while any thread works, and jumps to the next event, such as the
         * expiry of a timeout, when the readers of all open channels wait and have nothing to read. A channel that is
         * read once and then no longer stops the clock.
         */
        public Builder virtualTime() {
            virtual = true;
            return this;
        }

        /**
         * Opens the fabric.
         *
         * @throws IllegalArgumentException if the topology has no channel adapter, or its LIDs are inconsistent
         */
        public EmbeddedFabric open() {
            EmbeddedFabric fabric = new EmbeddedFabric(this);
            mistakes.plant(fabric);
            return fabric;
        }
    }

    /**
     * Returns a builder for a topology by name.
     *
     * @param argument {@code two-node} (the default if empty), {@code fat-tree:S,L,H}, {@code fat-tree3:K},
     *     {@code dragonfly:G,S,L,H}, {@code torus:X,Y,…,H}, {@code hypercube:D,H}, or the path of a file: text of
     *     {@code ibnetdiscover}, a cache, JSON, or the {@code .lst} of {@code ibdiagnet}. The suffix
     *     {@code +swapped=1+slow=1+duplicate=1+unhealthy=1+seed=0} plants mistakes, and the suffix {@code @name} selects
     *     the host of {@link #driver()}
     * @throws IllegalArgumentException if the argument has none of these forms
     * @throws io.verbena.error.RdmaException if the file cannot be read or does not contain a topology
     */
    public static Builder builder(String argument) {
        FabricArgument parsed = FabricArgument.parse(argument);
        return new Builder(parsed.topology(), parsed.mistakes(), parsed.host());
    }

    /** Returns a builder for a topology. */
    public static Builder builder(Topology topology) {
        return new Builder(topology, Mistakes.NONE, "");
    }

    /**
     * Opens a fabric by name.
     *
     * @param argument the topology and the host, as in {@link #builder(String)}
     * @throws IllegalArgumentException if the argument is invalid, or there is no such host
     * @throws io.verbena.error.RdmaException if the file cannot be read or does not contain a topology
     */
    public static EmbeddedFabric open(String argument) {
        return builder(argument).open();
    }

    /**
     * Opens a fabric with a topology.
     *
     * @throws IllegalArgumentException if the topology has no channel adapter, or its LIDs are inconsistent
     */
    public static EmbeddedFabric open(Topology topology) {
        return builder(topology).open();
    }

    /** Returns the topology of this fabric. */
    public Topology topology() {
        return topology;
    }

    /** Returns all nodes in the order of the topology. */
    public List<EmbeddedNode> nodes() {
        return nodes;
    }

    /**
     * Returns a node by description, ID or GUID. The first word of a description is sufficient if it is unambiguous.
     *
     * @throws IllegalArgumentException if there is no such node or more than one; the message contains the closest
     *     names
     */
    public EmbeddedNode node(String name) {
        return Objects.requireNonNull(views.get(fabric.names.find(name)));
    }

    /** Returns the view of the local host: the host that was selected when the fabric was opened, or the first one. */
    public RdmaDriver driver() {
        return driver(home);
    }

    /**
     * Returns the view of a host.
     *
     * @throws IllegalArgumentException if there is no such host, or the node is not a channel adapter
     */
    public RdmaDriver driver(String host) {
        EmbeddedDriver driver = new EmbeddedDriver(fabric, connectionManagers, host(host).node, resources);
        resources.add(driver);
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
                        "the topology has no channel adapter that could be the local host"));
    }

    /**
     * Runs a program on the first port of a host, until the returned object or the fabric is closed.
     *
     * @throws IllegalArgumentException if there is no such host, or the node is not a channel adapter
     */
    public AutoCloseable run(String host, HostProgram program) {
        return run(host(host).port(1), program);
    }

    /**
     * Runs a program at a port of a channel adapter or router, or at port 0 of a switch, until the returned object or
     * the fabric is closed.
     *
     * @throws IllegalArgumentException if the port is an external port of a switch
     */
    public AutoCloseable run(EmbeddedPort port, HostProgram program) {
        if (port.node().forwards() && port.number() != 0) {
            throw new IllegalArgumentException(
                    "no program can run at " + port + "; programs of a switch run at its port 0");
        }
        ProgramEndpoint endpoint = new ProgramEndpoint(fabric, port.port, program, resources);
        resources.add(endpoint);
        endpoint.start();
        return endpoint;
    }

    /**
     * Starts a subnet manager with {@link SubnetManagerOptions#DEFAULTS}.
     *
     * @throws IllegalArgumentException if there is no such host
     * @throws io.verbena.error.RdmaException if another program of the host is a subnet manager
     */
    public SubnetManager manage(String host) {
        return manage(host, SubnetManagerOptions.DEFAULTS);
    }

    /**
     * Starts a subnet manager at the first port of a host. It has no thread of its own: it runs in the threads that use
     * the fabric. If no datagram is delayed or lost, a sweep completes before the call that caused it returns.
     *
     * @throws IllegalArgumentException if there is no such host
     * @throws io.verbena.error.RdmaException if another program of the host is a subnet manager
     */
    public SubnetManager manage(String host, SubnetManagerOptions options) {
        return SubnetManager.run(host, program -> run(host, new HostedManager(program)), options, ManagerListener.NONE);
    }

    private record HostedManager(ManagerProgram program) implements HostProgram {
        @Override
        public void start(ProgramHost host) {
            program.start(host);
        }

        @Override
        public void received(int agent, int status, MadAddress source, ByteBuffer mad) {
            program.received(agent, status, source, mad);
        }

        @Override
        public void stop() {
            program.stop();
        }
    }

    /**
     * Returns the subnet administration.
     *
     * @throws IllegalStateException if the fabric is {@linkplain Builder#unmanaged unmanaged}
     */
    public EmbeddedSubnetAdministration subnetAdministration() {
        if (administration == null) {
            throw new IllegalStateException("the fabric has no subnet administration; it was opened unmanaged");
        }
        return administration;
    }

    /**
     * Closes a resource when this fabric is closed, such as a server that uses it.
     *
     * @return releases the resource, without closing it
     * @throws io.verbena.error.RdmaException if this fabric is closed
     */
    public Runnable adopt(AutoCloseable resource) {
        OwnedResources.Child child = () -> {
            try {
                resource.close();
            } catch (RuntimeException e) {
                throw e;
            } catch (Exception e) {
                throw new IllegalStateException(resource + " could not be closed", e);
            }
        };
        resources.add(child);
        return () -> resources.remove(child);
    }

    /** Returns whether the clock of this fabric is {@linkplain Builder#virtualTime simulated}. */
    public boolean isVirtualTime() {
        return fabric.timeline.isSimulated();
    }

    /** Returns the time of the fabric in nanoseconds. Only differences are meaningful. */
    public long nanoTime() {
        return fabric.timeline.nanoTime();
    }

    private EmbeddedFabric change(Runnable change) {
        fabric.change(change);
        return this;
    }

    /**
     * Delays every datagram that a host receives; a delay of zero ends the fault.
     *
     * @throws IllegalArgumentException if the delay is negative
     */
    public EmbeddedFabric delay(Duration delay) {
        return change(() -> fabric.faults.delay(delay));
    }

    /**
     * Loses a fraction of all datagrams at random, requests as well as responses. Losses are repeatable
     * with equal seeds and equal traffic.
     *
     * @param fraction the fraction, from 0 to 1
     * @throws IllegalArgumentException if the fraction is out of range
     */
    public EmbeddedFabric loss(double fraction, long seed) {
        return change(() -> fabric.faults.loss(fraction, seed));
    }

    /**
     * Duplicates a fraction of all datagrams at random.
     *
     * @param fraction the fraction, from 0 to 1
     * @throws IllegalArgumentException if the fraction is out of range
     */
    public EmbeddedFabric duplicate(double fraction, long seed) {
        return change(() -> fabric.faults.duplicate(fraction, seed));
    }

    /**
     * Delays a fraction of all datagrams at random, so that other datagrams overtake them.
     *
     * @param fraction the fraction, from 0 to 1
     * @param upTo the maximum additional delay
     * @throws IllegalArgumentException if the fraction is out of range, or the delay is negative
     */
    public EmbeddedFabric reorder(double fraction, Duration upTo, long seed) {
        return change(() -> fabric.faults.reorder(fraction, upTo, seed));
    }

    /**
     * Sets the paths over which the adapters spread scalable reliable datagrams ({@code io.verbena.efa}). Each message takes one of
     * them at random, so that messages overtake each other. Choices are repeatable with equal seeds and equal traffic.
     *
     * @param count the number of paths, 1 to 64 (default: 1)
     * @param spread the delay of the slowest path (default: 0); the others have delays in equal steps from 0
     * @throws IllegalArgumentException if the number is out of range, or the delay is negative
     */
    public EmbeddedFabric paths(int count, Duration spread, long seed) {
        return change(() -> fabric.paths.set(count, spread, seed));
    }

    /**
     * Makes one of the {@link #paths} lose a fraction of the scalable reliable datagrams on it at random; 0 ends the fault. The
     * adapters send what was lost again on another path.
     *
     * @param path the number of the path, from 0
     * @param fraction the fraction, from 0 to 1
     * @throws IllegalArgumentException if there is no such path, or the fraction is out of range
     */
    public EmbeddedFabric pathLoss(int path, double fraction) {
        return change(() -> fabric.paths.lose(path, fraction));
    }

    /**
     * Returns the active faults: those of the fabric first, then those of each node. A fault that ends by itself, such
     * as a flapping link, is included until it ends. Modified counters are not faults.
     */
    public List<EmbeddedFault> faults() {
        return fabric.timeline.get(() -> new FaultList(fabric, nodes).list());
    }

    /**
     * Ends all faults: links come up again, rebooting nodes return, and partition keys and virtual lanes are restored.
     * A node that was rebooted gets back the LIDs and routes of the managed fabric; in an
     * {@linkplain Builder#unmanaged unmanaged} fabric, it waits for a subnet manager. Counters are not changed.
     */
    public EmbeddedFabric heal() {
        return change(() -> {
            fabric.faults.clear();
            fabric.paths.heal();
            nodes.forEach(EmbeddedNode::heal);
            nodes.stream().flatMap(EmbeddedNode::ports).forEach(EmbeddedPort::heal);
            fabric.repairs.giveBack();
        });
    }

    /** Closes all drivers of this fabric and their channels. */
    @Override
    public void close() {
        resources.close();
        if (keeper != null) {
            keeper.close();
        }
    }
}
