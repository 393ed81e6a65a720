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

/** Options for reading the subnet. */
public final class DiscoveryOptions {
    /** The ways to discover a subnet. */
    public enum Way {
        /** Follows the links by directed routes. */
        dr,
        /** Follows the links, and addresses nodes by LID once it is known. */
        lid,
        /** Reads the tables of the subnet administration. */
        sa
    }

    @Option(
            names = "--discovery",
            paramLabel = "WAY",
            description =
                    "How to read the subnet: by directed routes (dr), by LIDs as soon as they are known (lid), or from the"
                            + " tables of the subnet administration (sa) (default: dr; with --sa: sa).")
    @Nullable Way way;

    @Option(
            names = "--hops",
            paramLabel = "N",
            description = "Maximum number of links from the start (default: no limit).")
    @Nullable Integer hops;

    @Option(
            names = "--outstanding_smps",
            paramLabel = "N",
            description = "Maximum number of requests in flight (default: 64).")
    @Nullable Integer outstanding;

    @Option(
            names = "--cache",
            paramLabel = "FILE",
            description = "Write the subnet to this file in the cache format of ibnetdiscover.")
    @Nullable Path cache;

    @Option(
            names = "--load-cache",
            paramLabel = "FILE",
            description = "Load the subnet from a file that --cache wrote, instead of discovering it.")
    @Nullable Path loadCache;

    @Option(
            names = "--cached",
            description = "In the console: use the subnet that was read last; 'session' shows its age.")
    boolean cached;

    @Option(names = "--fresh", description = "In the console: read the subnet again, even after 'set subnet cached'.")
    boolean fresh;

    /** Returns the cached subnet if the options select it. */
    Optional<Subnet> kept(@Nullable SessionState state) {
        boolean otherwise = fresh || loadCache != null || way != null || hops != null;
        if (cached && otherwise) {
            throw new IllegalArgumentException(
                    "--cached cannot be combined with --fresh, --load-cache, --discovery or --hops");
        }
        if (!cached && (otherwise || state == null || !state.usesCached())) {
            return Optional.empty();
        }
        if (state == null) {
            throw new IllegalArgumentException("--cached: a subnet is cached only in the console, for its own end port;"
                    + " to load one from a file, use --load-cache");
        }
        Optional<Subnet> known = state.known().map(SessionState.KnownSubnet::subnet);
        if (cached && known.isEmpty()) {
            throw new IllegalArgumentException("--cached: no subnet has been read yet; run 'discover' first");
        }
        return known;
    }

    void requireNotCached() {
        if (cached) {
            throw new IllegalArgumentException(
                    "--cached: a command that changes the fabric always reads the subnet first; remove --cached");
        }
    }

    boolean readsAll() {
        return loadCache == null && hops == null;
    }

    /** Returns the MAD options with the requested window. */
    public MadOptions over(MadOptions defaults) {
        return outstanding == null ? defaults : defaults.withOutstanding(outstanding);
    }

    /** Returns whether the options name a source of the subnet, for commands that do not need one. */
    public boolean isRequested() {
        return way != null || loadCache != null || cached;
    }

    /** Returns whether the subnet comes from a file. */
    public boolean loads() {
        return loadCache != null;
    }

    /** Returns the maximum number of links from the start, if it was given. */
    public OptionalInt hops() {
        return hops == null ? OptionalInt.empty() : OptionalInt.of(hops);
    }

    /** Returns these options without the limit on links, for callers that count links from another start. */
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

    /** Loads the subnet from the file that was named, or discovers it; writes it to the cache file if one was named. */
    Subnet read(Session session) {
        return read(session, discovery -> {});
    }

    Subnet read(Session session, Consumer<Discovery> more) {
        if (loadCache != null && (way != null || hops != null)) {
            throw new IllegalArgumentException("--load-cache and " + (way != null ? "--discovery" : "--hops")
                    + " are mutually exclusive: a loaded subnet is not discovered");
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
                        "--hops cannot be combined with the subnet administration, which always returns the whole subnet");
            }
            discovery.bySa();
        } else if (bySa) {
            throw new IllegalArgumentException("--sa cannot be combined with --discovery " + way
                    + ": with --sa no request of subnet management is sent");
        } else if (way == Way.lid) {
            discovery.byLid();
        }
        if (hops != null) {
            discovery.maxHops(hops);
        }
    }
}
