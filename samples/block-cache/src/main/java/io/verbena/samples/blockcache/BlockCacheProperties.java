package io.verbena.samples.blockcache;

import java.net.InetSocketAddress;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Properties of the application.
 *
 * @param role Role of this process.
 * @param host Address of the server (default on the embedded fabric: its first host).
 * @param port Port of the server.
 * @param blocks Number of blocks.
 * @param blockSize Maximum size of a block in bytes.
 * @param rounds Number of times that a client reads all blocks.
 * @param timeout Time after which a client gives up reading or writing a block.
 */
@ConfigurationProperties(prefix = "block-cache", ignoreUnknownFields = false)
record BlockCacheProperties(
        @DefaultValue("demo") Role role,
        @Nullable String host,
        @DefaultValue("7471") int port,
        @DefaultValue("64") int blocks,
        @DefaultValue("4096") int blockSize,
        @DefaultValue("100") int rounds,
        @DefaultValue("10s") Duration timeout) {

    enum Role {
        /** A server and two clients in one process. */
        DEMO,
        /** A server that runs until it is stopped. */
        SERVER,
        /** A client that reads all blocks. */
        CLIENT
    }

    /** Validates the properties. */
    BlockCacheProperties {
        Greeting unused = new Greeting(0, blocks, blockSize);
        if (port < 1 || port > 0xffff) {
            throw new IllegalArgumentException("block-cache.port is " + port + "; it must be from 1 to 65535");
        }
        if (rounds < 1 || timeout.toMillis() < 1) {
            throw new IllegalArgumentException("block-cache.rounds is " + rounds + " and block-cache.timeout "
                    + timeout.toMillis() + " ms; both must be at least 1");
        }
    }

    /** Returns the address of the server. */
    InetSocketAddress address(Hosts hosts) {
        return host == null ? new InetSocketAddress(hosts.address(), port) : new InetSocketAddress(host, port);
    }
}
