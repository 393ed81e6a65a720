package io.verbena.shell.cli;

import io.verbena.mad.MadOptions;
import io.verbena.subnet.Discovery;
import io.verbena.subnet.Subnet;
import io.verbena.subnet.cache.SubnetCache;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** How a command that needs the subnet gets to know it. */
public final class DiscoveryOptions {
    /** The way of a discovery. */
    public enum Way {
        /** By directed routes along the links. */
        dr,
        /** Along the links, and by LID where that is known. */
        lid,
        /** From the tables of the subnet administration. */
        sa
    }

    @Option(
            names = "--discovery",
            paramLabel = "WAY",
            description =
                    "How the subnet is read: by directed routes (dr, unless --sa is given), by LIDs as soon as they"
                            + " are known (lid), or from the tables of the subnet administration (sa).")
    @Nullable Way way;

    @Option(names = "--hops", paramLabel = "N", description = "Go no further than so many links.")
    @Nullable Integer hops;

    @Option(
            names = "--outstanding_smps",
            paramLabel = "N",
            description = "Have at most so many requests under way at once; 64 unless given.")
    @Nullable Integer outstanding;

    @Option(
            names = "--cache",
            paramLabel = "FILE",
            description = "Write the subnet to this file, in the format of the C program.")
    @Nullable Path cache;

    @Option(
            names = "--load-cache",
            paramLabel = "FILE",
            description = "Take the subnet from a file that --cache wrote, and send nothing to learn it.")
    @Nullable Path loadCache;

    @Option(
            names = "--cached",
            description =
                    "In the console: take the subnet as it was when it was last read. 'session' says when that was.")
    boolean cached;

    @Option(names = "--fresh", description = "In the console: read the subnet, even after 'set subnet cached'.")
    boolean fresh;

    /**
     * The subnet that is known, if it is to be taken.
     *
     * @throws IllegalArgumentException if it is to be taken, and none is known
     */
    Optional<Subnet> kept(@Nullable SessionState state) {
        boolean otherwise = fresh || loadCache != null || way != null || hops != null;
        if (cached && otherwise) {
            throw new IllegalArgumentException("--cached excludes --fresh, --load-cache, --discovery and --hops");
        }
        if (!cached && (otherwise || state == null || !state.usesCached())) {
            return Optional.empty();
        }
        if (state == null) {
            throw new IllegalArgumentException(
                    "--cached: only the console remembers a subnet, that of its own end port;"
                            + " --load-cache takes one from a file");
        }
        Optional<Subnet> known = state.known().map(SessionState.KnownSubnet::subnet);
        if (cached && known.isEmpty()) {
            throw new IllegalArgumentException("--cached: no subnet was read yet; 'discover' reads it");
        }
        return known;
    }

    /**
     * For what is about to be changed.
     *
     * @throws IllegalArgumentException if the subnet that is known is asked for by name
     */
    void requireNotCached() {
        if (cached) {
            throw new IllegalArgumentException("--cached: what is to be changed is read first; leave --cached out");
        }
    }

    /** Whether what is read is the subnet as it is, and all of it. */
    boolean readsAll() {
        return loadCache == null && hops == null;
    }

    /** How the requests of the discovery are sent. */
    public MadOptions over(MadOptions defaults) {
        return outstanding == null ? defaults : defaults.withOutstanding(outstanding);
    }

    /** Whether the subnet comes from a file. */
    public boolean loads() {
        return loadCache != null;
    }

    /** How many links it goes, if that is said. */
    public OptionalInt hops() {
        return hops == null ? OptionalInt.empty() : OptionalInt.of(hops);
    }

    /** Without what was said of hops, for who counts them from elsewhere. */
    public DiscoveryOptions withoutHops() {
        DiscoveryOptions copy = new DiscoveryOptions();
        copy.way = way;
        copy.outstanding = outstanding;
        copy.cache = cache;
        copy.loadCache = loadCache;
        copy.cached = cached;
        copy.fresh = fresh;
        return copy;
    }

    /** The subnet, from the file that was named, or read now; written to the file that was named for that. */
    Subnet read(Session session) {
        return read(session, discovery -> {});
    }

    Subnet read(Session session, Consumer<Discovery> more) {
        if (loadCache != null && (way != null || hops != null)) {
            throw new IllegalArgumentException("--load-cache and " + (way != null ? "--discovery" : "--hops")
                    + " exclude each other: what is loaded is not discovered");
        }
        Subnet subnet = loadCache == null
                ? session.discover((discovery, bySa) -> {
                    configure(discovery, bySa);
                    more.accept(discovery);
                })
                : SubnetCache.read(loadCache);
        if (cache != null) {
            SubnetCache.write(subnet, cache);
        }
        return subnet;
    }

    private void configure(Discovery discovery, boolean bySa) {
        if (way == Way.sa || (way == null && bySa)) {
            if (hops != null) {
                throw new IllegalArgumentException(
                        "--hops and the subnet administration exclude each other: it tells of the whole subnet");
            }
            discovery.bySa();
        } else if (bySa) {
            throw new IllegalArgumentException("--sa and --discovery " + way
                    + " exclude each other: with --sa no request" + " of subnet management is sent");
        } else if (way == Way.lid) {
            discovery.byLid();
        }
        if (hops != null) {
            discovery.maxHops(hops);
        }
    }
}
