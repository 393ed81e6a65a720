package io.verbena.samples.blockcache;

import java.net.InetSocketAddress;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * What this process is.
 *
 * @param role Whether it serves, reads, or does both and tells a story.
 * @param host Address of the server; on the embedded fabric that of its first host if not set.
 * @param port Port of the server.
 * @param blocks Number of blocks.
 * @param blockSize Bytes of a block at most.
 * @param rounds How often a client reads all blocks.
 * @param patience How long a client tries to read or write a block.
 */
@ConfigurationProperties(prefix = "block-cache", ignoreUnknownFields = false)
record BlockCacheProperties(
        @DefaultValue("demo") Role role,
        @Nullable String host,
        @DefaultValue("7471") int port,
        @DefaultValue("64") int blocks,
        @DefaultValue("4096") int blockSize,
        @DefaultValue("100") int rounds,
        @DefaultValue("10s") Duration patience) {

    enum Role {
        /** A server and two clients in one process. */
        DEMO,
        /** Serves until it is stopped. */
        SERVER,
        /** Reads what is there. */
        CLIENT
    }

    /** Refuses what cannot work. */
    BlockCacheProperties {
        Greeting unused = new Greeting(0, blocks, blockSize);
        if (port < 1 || port > 0xffff) {
            throw new IllegalArgumentException("block-cache.port is " + port + "; give 1 to 65535");
        }
        if (rounds < 1 || patience.toMillis() < 1) {
            throw new IllegalArgumentException("block-cache.rounds is " + rounds + " and block-cache.patience "
                    + patience.toMillis() + " ms; give at least 1 of each");
        }
    }

    /** Where the server is. */
    InetSocketAddress address(Hosts hosts) {
        return host == null ? new InetSocketAddress(hosts.address(), port) : new InetSocketAddress(host, port);
    }
}
