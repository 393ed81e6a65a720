package io.verbena.embedded;

import io.verbena.iba.NodeType;
import io.verbena.spi.RdmaDriver;
import io.verbena.topology.Topology;
import java.time.Duration;
import java.util.List;

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
    private final List<EmbeddedNode> nodes;
    private final NodeNames names;
    private final SubnetManagementInterface management;
    private final Faults faults = new Faults();
    private final Closing closing = new Closing();

    private EmbeddedFabric(Topology topology, String home) {
        this.topology = topology;
        this.home = home;
        this.nodes = Wiring.of(topology);
        this.names = new NodeNames(nodes);
        LidTable lids = new LidTable(nodes);
        Wiring.manage(nodes);
        this.management = new SubnetManagementInterface(new LidRouting(new ForwardingTables(nodes, lids)));
        host(home);
    }

    /**
     * Opens a fabric by what it is called.
     *
     * @param argument {@code two-node} (meant too if empty), {@code fat-tree:S,L,H}, {@code fat-tree3:K}, or the path of a
     *     net file; {@code @name} behind it chooses the host that {@link #driver()} looks from
     * @throws IllegalArgumentException if it is none of these, or the host is not there
     * @throws io.verbena.error.RdmaException if the file cannot be read or is not a topology
     */
    public static EmbeddedFabric open(String argument) {
        FabricArgument parsed = FabricArgument.parse(argument);
        return new EmbeddedFabric(parsed.topology(), parsed.host());
    }

    /**
     * Opens a fabric of this topology.
     *
     * @throws IllegalArgumentException if it has no channel adapter, or its LIDs contradict each other
     */
    public static EmbeddedFabric open(Topology topology) {
        return new EmbeddedFabric(topology, "");
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
        EmbeddedDriver driver = new EmbeddedDriver(this, host(host), closing);
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

    /** Makes every answer from now on come this much later; zero for at once. */
    public void delay(Duration delay) {
        faults.delay(delay);
    }

    /**
     * Makes answers get lost at random, the same ones again for the same seed and the same requests.
     *
     * @param fraction how many of all, from 0 to 1
     */
    public void loss(double fraction, long seed) {
        faults.loss(fraction, seed);
    }

    Faults faults() {
        return faults;
    }

    SubnetManagementInterface management() {
        return management;
    }

    /** Closes all its drivers and their channels. */
    @Override
    public void close() {
        closing.close();
    }
}
