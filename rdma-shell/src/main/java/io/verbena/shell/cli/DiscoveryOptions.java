package io.verbena.shell.cli;

import io.verbena.mad.MadOptions;
import io.verbena.subnet.Discovery;
import io.verbena.subnet.Subnet;
import io.verbena.subnet.cache.SubnetCache;
import java.nio.file.Path;
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
