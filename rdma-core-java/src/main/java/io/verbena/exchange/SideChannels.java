package io.verbena.exchange;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;

/** Whole messages over a side channel, by a deadline; for protocols of other programs, too. */
public final class SideChannels {
    private static final long LONGEST_NANOS = Long.MAX_VALUE / 4;

    private SideChannels() {}

    /**
     * Reads until the buffer has no more room.
     *
     * @throws ExchangeTimeoutException if it takes longer
     * @throws PeerClosedException if the other side ends before
     * @throws ExchangeException if the channel is broken
     */
    public static void readFully(SideChannel channel, ByteBuffer into, Duration timeout) {
        long end = end(timeout);
        int wanted = into.remaining();
        while (into.hasRemaining()) {
            int count;
            try {
                count = channel.read(into, remaining(end));
            } catch (IOException e) {
                throw ExchangeException.broken(channel, e);
            }
            if (count < 0) {
                throw new PeerClosedException(
                        channel + " ended after " + (wanted - into.remaining()) + " of " + wanted + " bytes", null);
            }
            if (count == 0 && remaining(end).isZero()) {
                throw new ExchangeTimeoutException(channel + " said " + (wanted - into.remaining()) + " of " + wanted
                        + " bytes within " + timeout.toMillis() + " ms");
            }
        }
    }

    /**
     * Writes all that is in the buffer.
     *
     * @throws ExchangeTimeoutException if it takes longer, as the other side reads nothing
     * @throws ExchangeException if the channel is broken
     */
    public static void writeFully(SideChannel channel, ByteBuffer from, Duration timeout) {
        long end = end(timeout);
        while (from.hasRemaining()) {
            try {
                if (channel.write(from, remaining(end)) == 0 && remaining(end).isZero()) {
                    throw new ExchangeTimeoutException(
                            channel + " took no more bytes for " + timeout.toMillis() + " ms");
                }
            } catch (IOException e) {
                throw ExchangeException.broken(channel, e);
            }
        }
    }

    /** When a wait is over, by {@link System#nanoTime}. */
    static long end(Duration timeout) {
        boolean far = timeout.compareTo(Duration.ofNanos(LONGEST_NANOS)) > 0;
        return System.nanoTime() + (far ? LONGEST_NANOS : Math.max(0, timeout.toNanos()));
    }

    /** How long it lasts until then, not less than nothing. */
    static Duration remaining(long end) {
        return Duration.ofNanos(Math.max(0, end - System.nanoTime()));
    }
}
