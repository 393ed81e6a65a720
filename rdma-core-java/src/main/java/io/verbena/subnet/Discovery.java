package io.verbena.subnet;

import io.verbena.error.Ranges;
import io.verbena.error.RdmaException;
import io.verbena.iba.Guid;
import io.verbena.iba.Lid;
import io.verbena.iba.LinkRecord;
import io.verbena.iba.NodeRecord;
import io.verbena.iba.PortInfoRecord;
import io.verbena.iba.Structure;
import io.verbena.iba.SubnAdmGetTable;
import io.verbena.iba.SwitchInfoRecord;
import io.verbena.mad.MadOptions;
import io.verbena.mad.MadTransactor;
import io.verbena.path.DirectedPath;
import io.verbena.path.IbPath;
import io.verbena.path.Path;
import io.verbena.sa.AsyncSaClient;
import io.verbena.sa.SaClient;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Reads a subnet: nodes, ports and links. The default mode uses directed routes, which need neither LIDs nor a subnet
 * manager. A node that does not respond is omitted and listed in {@link Subnet#failures}; only a start that does not
 * respond is an error.
 *
 * <p>All attempts of a request together take two timeouts, regardless of their number. Not thread safe; a discovery can
 * be run several times.
 */
public final class Discovery {
    private static final Duration SLACK = Duration.ofSeconds(5);
    private static final int TIMEOUTS = 2;
    private static final int SHARE = 95;

    private final MadTransactor mad;
    private final Supplier<SaClient> sa;
    private Mode mode = Mode.DIRECTED;
    private Path from = DirectedPath.self();
    private int maxHops = DirectedPath.MAX_HOPS;
    private Lid firstLid = Lid.NONE;
    private Lid lastLid = Lid.NONE;
    private @Nullable Subnet older;
    private Consumer<DiscoveryProgress> listener = progress -> {};

    private enum Mode {
        DIRECTED,
        BY_LID,
        BY_SA,
        LIDS,
        SINCE
    }

    /**
     * Creates a discovery from the end port of a transactor, which the caller closes.
     *
     * @param sa the subnet administration, which resolves GUIDs and serves {@link #bySa()}
     */
    public Discovery(MadTransactor mad, SaClient sa) {
        this(mad, () -> sa);
    }

    /**
     * Creates a discovery from the end port of a transactor, which the caller closes.
     *
     * @param sa provides the subnet administration when the discovery needs it; see {@link #Discovery(MadTransactor, SaClient)}
     */
    public Discovery(MadTransactor mad, Supplier<SaClient> sa) {
        this.mad = mad;
        this.sa = sa;
    }

    /** Follows the links by directed route. This is the default. */
    public Discovery directed() {
        mode = Mode.DIRECTED;
        return this;
    }

    /**
     * Follows the links, but sends requests by LID as soon as the LID of a node is known, which relieves the nodes in
     * between. If a node does not respond by LID, it is read by directed route and the failure is listed.
     */
    public Discovery byLid() {
        mode = Mode.BY_LID;
        return this;
    }

    /**
     * Reads the records of the subnet administration and sends no subnet management packets. The result shows the
     * subnet as of the last sweep of the subnet manager, without keys and FDR10.
     */
    public Discovery bySa() {
        mode = Mode.BY_SA;
        return this;
    }

    /**
     * Reads the nodes with LIDs from {@code first} to {@code last}. Links are not followed and remain unknown. An
     * unused LID is a failure.
     *
     * @throws IllegalArgumentException if the LIDs are not unicast LIDs, or the last precedes the first
     */
    public Discovery lids(Lid first, Lid last) {
        if (!first.isUnicast() || !last.isUnicast() || first.bits() > last.bits()) {
            throw new IllegalArgumentException("LIDs " + first + " to " + last
                    + " make no sense; those of ports are from 1 to " + (Lid.FIRST_MULTICAST.bits() - 1));
        }
        mode = Mode.LIDS;
        firstLid = first;
        lastLid = last;
        return this;
    }

    /**
     * Follows the links by directed route, and reads only what may have changed since an older subnet. Each link is
     * followed to identify the node behind it; end ports, unconnected ports, switches and one end of each link are
     * read. The rest is taken from the older subnet: the other end of a link whose first end is unchanged ({@link
     * Port#isCarriedOver}), and the descriptions of nodes ({@link Node#isCarriedOver}).
     */
    public Discovery since(Subnet olderSubnet) {
        mode = Mode.SINCE;
        older = olderSubnet;
        return this;
    }

    /**
     * Starts at the end of a path: a directed route, a LID or a GUID. From a LID, the discovery continues with
     * {@linkplain io.verbena.path.CombinedPath combined} routes. A GUID is resolved by the subnet administration when
     * the discovery runs or, if that fails, by a discovery from this end port.
     */
    public Discovery from(Path path) {
        from = path;
        return this;
    }

    /**
     * Limits the number of hops from the start (default: 63).
     *
     * @throws IllegalArgumentException if the number is not from 0 to 63
     */
    public Discovery maxHops(int hops) {
        Ranges.check("number of hops", hops, 0, DirectedPath.MAX_HOPS);
        maxHops = hops;
        return this;
    }

    /** Sets a listener for progress. It runs on the reader of the end port and must not block. */
    public Discovery progress(Consumer<DiscoveryProgress> progress) {
        listener = progress;
        return this;
    }

    /**
     * Reads the subnet. Cancelling the future ends the discovery.
     *
     * @throws IllegalArgumentException if the settings contradict each other
     */
    public CompletableFuture<Subnet> runAsync() {
        return sweep(start()).start();
    }

    /**
     * Reads the subnet and waits for the result.
     *
     * @throws RdmaException if the start does not respond, or the thread is interrupted
     * @throws IllegalArgumentException if the settings contradict each other
     */
    public Subnet run() {
        return await(sweep(start()));
    }

    private Sweep sweep(Start start) {
        if (mode == Mode.BY_SA) {
            return new SaSweep(mad, sa.get(), listener);
        }
        MadTransactor hasty = mad.withOptions(withinTwoTimeouts(mad.options()));
        return switch (mode) {
            case BY_LID -> new LidSweep(hasty, listener, start, maxHops);
            case LIDS -> new LidRangeSweep(hasty, listener, firstLid, lastLid);
            default ->
                older == null || mode != Mode.SINCE
                        ? new DirectedSweep(hasty, listener, start, maxHops)
                        : new UpdateSweep(hasty, listener, start, maxHops, older);
        };
    }

    /**
     * Returns options whose attempts together take two timeouts. A response to any attempt counts until the last one
     * ends.
     */
    private static MadOptions withinTwoTimeouts(MadOptions options) {
        int tries = Math.max(TIMEOUTS, options.retries() + 1);
        // The engine adds a grace period of some milliseconds to each attempt.
        long millis = options.timeout().toMillis() * TIMEOUTS * SHARE / 100 / tries;
        return options.withTimeout(Duration.ofMillis(Math.max(1, millis)));
    }

    private Start start() {
        boolean walks = mode != Mode.BY_SA && mode != Mode.LIDS;
        if (!walks && (!from.equals(DirectedPath.self()) || maxHops != DirectedPath.MAX_HOPS)) {
            throw new IllegalArgumentException(
                    "a discovery " + (mode == Mode.LIDS ? "of LIDs " + firstLid + " to " + lastLid : "by SA")
                            + " follows no links, so it neither begins at " + from + " nor ends after " + maxHops
                            + " hops");
        }
        return Start.at(from instanceof IbPath path && !path.isResolved() ? resolve(path) : from);
    }

    private Path resolve(IbPath path) {
        try {
            return sa.get().resolve(path);
        } catch (RdmaException unresolved) {
            MadTransactor hasty = mad.withOptions(withinTwoTimeouts(mad.options()));
            Subnet all = await(new DirectedSweep(hasty, listener, Start.HERE, DirectedPath.MAX_HOPS));
            return all.port(path.dgid())
                    .map(Port::node)
                    .flatMap(all::pathTo)
                    .orElseThrow(() -> unresolved.during(
                            "the discovery cannot begin at " + path + ", which no node has that is reached from here"));
        }
    }

    private Subnet await(Sweep sweep) {
        return mad.await(sweep.start(), timeout(), sweep::progress, "the discovery");
    }

    /**
     * Returns a time within which every call ends; each attempt to read a table may take the time of a long message.
     */
    private Duration timeout() {
        MadOptions options = mad.options();
        Duration longest = mode == Mode.BY_SA ? options.longest() : options.timeout();
        return longest.multipliedBy(options.retries() + 1L).plus(SLACK);
    }

    /** Reads a subnet from four tables of the subnet administration, without subnet management packets. */
    private static final class SaSweep extends Sweep {
        private final AsyncSaClient sa;
        private final Guid origin;
        private boolean hasNodes;
        private int nodes;
        private int links;

        SaSweep(MadTransactor mad, SaClient sa, Consumer<DiscoveryProgress> listener) {
            super(mad, listener);
            this.sa = sa.async();
            this.origin = mad.endPort().attributes().portGuid();
        }

        @Override
        void begin() {
            read(NodeRecord.class, records -> {
                hasNodes = true;
                nodes = (int) records.stream()
                        .map(record -> record.nodeInfo().nodeGuid())
                        .distinct()
                        .count();
                records.forEach(subnet::add);
            });
            read(PortInfoRecord.class, records -> records.forEach(subnet::add));
            read(SwitchInfoRecord.class, records -> records.forEach(subnet::add));
            read(LinkRecord.class, records -> {
                // Each link has a record from either end.
                links = records.size() / 2;
                records.forEach(subnet::add);
            });
        }

        private <T extends Structure & SubnAdmGetTable> void read(Class<T> type, Consumer<List<T>> next) {
            await(sa.table(type), next, failing(() -> "cannot read the subnet from the subnet administration"));
        }

        @Override
        int nodes() {
            return nodes;
        }

        @Override
        int links() {
            return links;
        }

        @Override
        @Nullable Subnet build(long datagrams) {
            return hasNodes ? subnet.build(origin, datagrams) : null;
        }
    }
}
