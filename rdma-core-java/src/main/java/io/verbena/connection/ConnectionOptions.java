package io.verbena.connection;

import java.nio.ByteBuffer;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How large a connection is, and how long to wait for its other side.
 *
 * @param queueDepth how many requests of each {@link Queue} may be under way, 4 to 16384; rounded up to a power of two
 * @param segments parts of buffers that one request takes, 1 to 32
 * @param reads how many reads and atomic operations are under way at once in each direction, 1 to 128; fewer where the
 *     device can do fewer
 * @param advertisements how many advertisements the other side may send before this side takes one, 2 to 255
 * @param backlog how many connections a server keeps that nobody has taken yet, 1 to 65536; who asks beyond that is refused,
 *     and the system may keep fewer of those that ask at the same time
 * @param timeout to resolve, to connect, and for whatever has no deadline of its own
 * @param privateData what the other side is told with the request: at most 40 bytes when connecting, 180 when accepting
 * @param group that shares its device, its memory and its thread with the connection; null for one of its own
 */
public record ConnectionOptions(
        int queueDepth,
        int segments,
        int reads,
        int advertisements,
        int backlog,
        Duration timeout,
        ByteBuffer privateData,
        @Nullable ConnectionGroup group) {

    private static final Duration SHORTEST = Duration.ofMillis(1);
    private static final Duration LONGEST = Duration.ofHours(1);

    /** 64 requests of each queue, 4 segments, 8 reads, 16 advertisements, a backlog of 64, 10 s, no private data. */
    public static final ConnectionOptions DEFAULTS =
            new ConnectionOptions(64, 4, 8, 16, 64, Duration.ofSeconds(10), ByteBuffer.allocate(0), null);

    /** Refuses what cannot work. */
    public ConnectionOptions {
        require("a queue depth", queueDepth, 4, 16_384);
        require("a number of segments", segments, 1, 32);
        require("a number of reads", reads, 1, 128);
        require("a number of advertisements", advertisements, 2, 255);
        require("a backlog", backlog, 1, 65_536);
        if (timeout.compareTo(SHORTEST) < 0 || timeout.compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException("a timeout of " + timeout + " makes no sense; give 1 ms to 1 h");
        }
        require("private data in bytes", privateData.remaining(), 0, Hello.MOST_IN_ANSWER);
        queueDepth = Integer.highestOneBit(queueDepth * 2 - 1);
        ByteBuffer copy = ByteBuffer.allocate(privateData.remaining()).put(privateData.duplicate());
        privateData = copy.flip().asReadOnlyBuffer();
    }

    private static void require(String what, long value, long least, long most) {
        if (value < least || value > most) {
            throw new IllegalArgumentException(
                    what + " of " + value + " makes no sense; give " + least + " to " + most);
        }
    }

    /** A view of the private data, whose position is its own. */
    @Override
    public ByteBuffer privateData() {
        return privateData.duplicate();
    }

    /** The same with so many requests of each queue. */
    public ConnectionOptions queueDepth(int other) {
        return new ConnectionOptions(other, segments, reads, advertisements, backlog, timeout, privateData, group);
    }

    /** The same with so many parts of one request. */
    public ConnectionOptions segments(int other) {
        return new ConnectionOptions(queueDepth, other, reads, advertisements, backlog, timeout, privateData, group);
    }

    /** The same with so many reads at once. */
    public ConnectionOptions reads(int other) {
        return new ConnectionOptions(queueDepth, segments, other, advertisements, backlog, timeout, privateData, group);
    }

    /** The same with so many advertisements that nobody has taken. */
    public ConnectionOptions advertisements(int other) {
        return new ConnectionOptions(queueDepth, segments, reads, other, backlog, timeout, privateData, group);
    }

    /** The same with so many connections that nobody has taken. */
    public ConnectionOptions backlog(int other) {
        return new ConnectionOptions(queueDepth, segments, reads, advertisements, other, timeout, privateData, group);
    }

    /** The same with another timeout. */
    public ConnectionOptions timeout(Duration other) {
        return new ConnectionOptions(queueDepth, segments, reads, advertisements, backlog, other, privateData, group);
    }

    /** The same with private data. */
    public ConnectionOptions privateData(byte[] other) {
        ByteBuffer data = ByteBuffer.wrap(other);
        return new ConnectionOptions(queueDepth, segments, reads, advertisements, backlog, timeout, data, group);
    }

    /** The same in a group. */
    public ConnectionOptions group(ConnectionGroup other) {
        return new ConnectionOptions(queueDepth, segments, reads, advertisements, backlog, timeout, privateData, other);
    }
}
