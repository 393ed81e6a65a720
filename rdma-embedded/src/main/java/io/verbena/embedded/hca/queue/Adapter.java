package io.verbena.embedded.hca.queue;

import io.verbena.embedded.hca.memory.KeyTable;
import io.verbena.embedded.hca.memory.NumberTable;
import io.verbena.embedded.node.Node;
import io.verbena.embedded.node.Port;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;

/** The channel adapter of a node: what all that have it open share. */
public final class Adapter {
    /** How many queue pairs an adapter has at most. */
    public static final int MOST_QUEUE_PAIRS = 1 << 18;

    /** How many address handles it has at most. */
    public static final int MOST_WAYS = 1 << 20;

    // Above the numbers at which nodes answer for others.
    private static final int FIRST_QUEUE_PAIR = 0x10000;

    /**
     * A connection that has ended keeps the number of its queue pair for seconds, in which nobody else may connect with it
     * (TimeWait of IBA 12.9.7).
     */
    private static final int RESTING_QUEUE_PAIRS = 1 << 16;

    private final Network network;
    private final Node node;
    private final KeyTable keys = new KeyTable();
    private final NumberTable<QueuePair> queuePairs =
            new NumberTable<>(FIRST_QUEUE_PAIR, MOST_QUEUE_PAIRS, RESTING_QUEUE_PAIRS);
    private final NumberTable<Way> ways = new NumberTable<>(1, MOST_WAYS);
    private final Groups groups = new Groups();
    private final PortEvents portEvents;
    private final AtomicLong retries = new AtomicLong();

    /** Whoever does an atomic operation holds it: they are atomic among those of this adapter. */
    private final Object atomics = new Object();

    Adapter(Network network, Node node) {
        this.network = network;
        this.node = node;
        this.portEvents = network.timeline().get(() -> {
            node.ports().forEach(port -> port.queuePairs(new Arrivals(this, port)));
            return new PortEvents(this);
        });
    }

    /** The fabric it is in. */
    public Network network() {
        return network;
    }

    /** The node that it is of. */
    public Node node() {
        return node;
    }

    /** One of its ports, which is there. */
    public Port port(int number) {
        return Objects.requireNonNull(node.port(number));
    }

    /** Its regions and windows. */
    public KeyTable keys() {
        return keys;
    }

    /** Its queue pairs. */
    public NumberTable<QueuePair> queuePairs() {
        return queuePairs;
    }

    /** How many queue pairs there are. */
    public int queuePairCount() {
        return queuePairs.size();
    }

    /** How many regions and windows there are. */
    public int keyCount() {
        return keys.size();
    }

    /** Its address handles. */
    public NumberTable<Way> ways() {
        return ways;
    }

    /** The members of multicast groups. */
    public Groups groups() {
        return groups;
    }

    /** What happens to its ports. */
    public PortEvents portEvents() {
        return portEvents;
    }

    Object atomics() {
        return atomics;
    }

    void retried() {
        retries.incrementAndGet();
    }

    /** How many requests it has sent once more. */
    public long retries() {
        return retries.get();
    }
}
