package io.verbena.subnet;

import io.verbena.error.RdmaException;
import io.verbena.iba.Lid;
import io.verbena.mad.MadOptions;
import io.verbena.mad.MadTransactor;
import io.verbena.path.DirectedPath;
import io.verbena.path.IbPath;
import io.verbena.path.Path;
import io.verbena.sa.SaClient;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Reads the subnet: by directed route, which needs neither LIDs nor a subnet manager, unless it is told otherwise. What does
 * not answer is left out and listed in {@link Subnet#failures}; only a start that does not answer is an error.
 *
 * <p>All tries of a question together take the time of two timeouts, however many there are. For one thread; a discovery may
 * be run again.
 */
public final class Discovery {
    private static final Duration SLACK = Duration.ofSeconds(5);
    private static final int TIMEOUTS = 2;
    private static final int SHARE = 95;

    private final MadTransactor mad;
    private final SaClient sa;
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
     * A discovery from the end port of this transactor, which the caller closes.
     *
     * @param sa the subnet administration, which is asked for the way to a GUID and {@linkplain #bySa() for the subnet}
     */
    public Discovery(MadTransactor mad, SaClient sa) {
        this.mad = mad;
        this.sa = sa;
    }

    /** Goes along the links by directed route, which is also what happens if nothing is said. */
    public Discovery directed() {
        mode = Mode.DIRECTED;
        return this;
    }

    /**
     * Goes along the links, but asks a node by its LID as soon as that is known, which spares the nodes on the way. A node
     * that does not answer by LID is asked by directed route, and the failure listed.
     */
    public Discovery byLid() {
        mode = Mode.BY_LID;
        return this;
    }

    /**
     * Asks the subnet administration for its tables instead of the nodes; no packet of subnet management is sent. It tells
     * what the subnet manager saw last, and not of keys, nor of FDR10.
     */
    public Discovery bySa() {
        mode = Mode.BY_SA;
        return this;
    }

    /**
     * Asks whoever has a LID from {@code first} to {@code last}. No link is followed, so none is known, and a LID that nobody
     * has is a failure.
     *
     * @throws IllegalArgumentException if these are no LIDs of ports, or the last is before the first
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
     * Goes along the links by directed route, and reads again only what may have changed since {@code older} was read. Whoever
     * is behind a link says anew who it is; each end port, each port without a link, each switch and one end of each link are
     * read. What is not read is taken from the older subnet and says so: the other end of a link, where the first is as it
     * was ({@link Port#isCarriedOver}), and the description of a node ({@link Node#isCarriedOver}).
     */
    public Discovery since(Subnet olderSubnet) {
        mode = Mode.SINCE;
        older = olderSubnet;
        return this;
    }

    /**
     * Begins where this path leads, which may be a directed route, a LID or a GUID. From a LID directed routes go on as
     * {@linkplain io.verbena.path.CombinedPath combined} ones. A GUID is resolved by the subnet administration when the
     * discovery is run, which waits for it; where that cannot say, it is looked for from here first.
     */
    public Discovery from(Path path) {
        from = path;
        return this;
    }

    /**
     * Goes no further than so many links from where it begins.
     *
     * @throws IllegalArgumentException if this is not from 0 to 63
     */
    public Discovery maxHops(int hops) {
        if (hops < 0 || hops > DirectedPath.MAX_HOPS) {
            throw new IllegalArgumentException(
                    hops + " hops make no sense; a directed route has 0 to " + DirectedPath.MAX_HOPS);
        }
        maxHops = hops;
        return this;
    }

    /** Is told how far the discovery is whenever that changes, on the reader of the end port: it must not wait. */
    public Discovery progress(Consumer<DiscoveryProgress> progress) {
        listener = progress;
        return this;
    }

    /**
     * Reads the subnet; cancelling the future ends the reading.
     *
     * @throws IllegalArgumentException if what was asked for contradicts itself
     */
    public CompletableFuture<Subnet> runAsync() {
        return sweep(start()).start();
    }

    /**
     * Reads the subnet and waits until it is read.
     *
     * @throws RdmaException if the port it begins at does not answer, or the thread is interrupted
     * @throws IllegalArgumentException if what was asked for contradicts itself
     */
    public Subnet run() {
        return await(sweep(start()));
    }

    private Sweep sweep(Start start) {
        if (mode == Mode.BY_SA) {
            return new SaSweep(mad, sa, listener);
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

    /** The tries of a call one after the other: an answer to any of them counts until the last is over. */
    private static MadOptions withinTwoTimeouts(MadOptions options) {
        int tries = Math.max(TIMEOUTS, options.retries() + 1);
        // The engine gives each try some milliseconds of grace.
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
            return sa.resolve(path);
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
        CompletableFuture<Subnet> subnet = sweep.start();
        mad.awaits(subnet);
        Duration patience = patience();
        try {
            while (true) {
                long before = sweep.progress();
                try {
                    return subnet.get(patience.toMillis(), TimeUnit.MILLISECONDS);
                } catch (TimeoutException e) {
                    if (sweep.progress() == before) {
                        throw new RdmaException("the discovery stood still for " + patience.toSeconds() + " s", e);
                    }
                }
            }
        } catch (ExecutionException e) {
            throw e.getCause() instanceof RdmaException failure
                    ? failure
                    : new RdmaException("the discovery failed: " + e.getCause(), e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new RdmaException("the discovery was interrupted", e);
        } finally {
            subnet.cancel(false);
        }
    }

    /** A call always ends before this time is over; a table may take the time of a long message for each try. */
    private Duration patience() {
        MadOptions options = mad.options();
        Duration longest = mode == Mode.BY_SA ? options.longest() : options.timeout();
        return longest.multipliedBy(options.retries() + 1L).plus(SLACK);
    }
}
