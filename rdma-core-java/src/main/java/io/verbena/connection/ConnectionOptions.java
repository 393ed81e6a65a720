package io.verbena.connection;

import io.verbena.error.Ranges;
import java.nio.ByteBuffer;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The size of a connection, its timeout, and what a server keeps for its peers.
 *
 * @param queueDepth maximum number of requests in flight in each {@link Queue}, 4 to 16384; rounded up to a power of two
 *     (default: 64)
 * @param segments maximum number of parts of buffers in one request, 1 to 32 (default: 4)
 * @param reads maximum number of reads and atomic operations in flight in each direction, 1 to 128; fewer where the device
 *     supports fewer (default: 8)
 * @param advertisements maximum number of advertisements that the peer may send before this side takes one, 2 to 255
 *     (default: 16)
 * @param backlog maximum number of connections that a server keeps while they are made, or until the program takes them, 1 to
 *     65536; a request beyond that is rejected, and the system may keep fewer of those that come at the same time (default: 64)
 * @param timeout limit for resolving, connecting, accepting, and everything that has no timeout of its own (default: 10 s)
 * @param keepAlive how long the peer's device may be unreachable before the connection ends, 100 ms to 1 h, or 0 for no
 *     keep-alive: requests without data, which the device answers without its program (default: 30 s)
 * @param privateData what the peer gets with the request or the answer: at most 40 bytes when connecting, 180 when accepting
 *     (default: none)
 * @param group the group that shares its device, buffers and thread with the connection; null for one of its own
 * @param isolation whether the connections of a server share a protection domain; a {@code group} has its own isolation
 *     (default: {@link Isolation#CONNECTION})
 * @param limits what a server keeps for its peers
 */
public record ConnectionOptions(
        int queueDepth,
        int segments,
        int reads,
        int advertisements,
        int backlog,
        Duration timeout,
        Duration keepAlive,
        ByteBuffer privateData,
        @Nullable ConnectionGroup group,
        Isolation isolation,
        ServerLimits limits) implements ConnectionOptionsCopies {

    private static final Duration MIN_TIMEOUT = Duration.ofMillis(1);
    private static final Duration MAX_TIMEOUT = Duration.ofHours(1);
    private static final Duration MIN_KEEP_ALIVE = Duration.ofMillis(100);

    /** The defaults of all options. */
    public static final ConnectionOptions DEFAULTS = new ConnectionOptions(
            64,
            4,
            8,
            16,
            64,
            Duration.ofSeconds(10),
            Duration.ofSeconds(30),
            ByteBuffer.allocate(0),
            null,
            Isolation.CONNECTION,
            ServerLimits.DEFAULTS);

    /** Refuses options that are out of range. */
    public ConnectionOptions {
        Ranges.check("queue depth", queueDepth, 4, 16_384);
        Ranges.check("number of segments", segments, 1, 32);
        Ranges.check("number of reads", reads, 1, 128);
        Ranges.check("number of advertisements", advertisements, 2, 255);
        Ranges.check("backlog", backlog, 1, ServerLimits.MAX_BACKLOG);
        Ranges.check("timeout", timeout, MIN_TIMEOUT, MAX_TIMEOUT);
        if (!keepAlive.isZero()) {
            Ranges.check("keep-alive (0 for none)", keepAlive, MIN_KEEP_ALIVE, MAX_TIMEOUT);
        }
        Ranges.check("bytes of private data", privateData.remaining(), 0, Hello.MAX_IN_ANSWER);
        queueDepth = Integer.highestOneBit(queueDepth * 2 - 1);
        ByteBuffer copy = ByteBuffer.allocate(privateData.remaining()).put(privateData.duplicate());
        privateData = copy.flip().asReadOnlyBuffer();
    }

    /** Returns a view of the private data, with a position of its own. */
    @Override
    public ByteBuffer privateData() {
        return privateData.duplicate();
    }
}
