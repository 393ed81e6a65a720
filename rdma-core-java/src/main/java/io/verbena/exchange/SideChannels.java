package io.verbena.exchange;

import io.verbena.verbs.Deadline;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;

/** Transfers whole messages over a side channel by a deadline, also for the protocols of other programs. */
public final class SideChannels {
    private SideChannels() {}

    /**
     * Reads until the buffer has no more room.
     *
     * @throws ExchangeTimeoutException if it takes longer
     * @throws PeerClosedException if the peer closes the channel before
     * @throws ExchangeException if the channel is broken
     */
    public static void readFully(SideChannel channel, ByteBuffer into, Duration timeout) {
        Deadline deadline = Deadline.in(timeout);
        int wanted = into.remaining();
        while (into.hasRemaining()) {
            int count;
            try {
                count = channel.read(into, deadline.remaining());
            } catch (IOException e) {
                throw ExchangeException.broken(channel, e);
            }
            if (count < 0) {
                throw new PeerClosedException(
                        channel + " ended after " + (wanted - into.remaining()) + " of " + wanted + " bytes", null);
            }
            if (count == 0 && deadline.isOver()) {
                throw new ExchangeTimeoutException(channel + " said " + (wanted - into.remaining()) + " of " + wanted
                        + " bytes within " + timeout.toMillis() + " ms");
            }
        }
    }

    /**
     * Writes all remaining bytes of the buffer.
     *
     * @throws ExchangeTimeoutException if it takes longer, because the peer does not read
     * @throws ExchangeException if the channel is broken
     */
    public static void writeFully(SideChannel channel, ByteBuffer from, Duration timeout) {
        Deadline deadline = Deadline.in(timeout);
        while (from.hasRemaining()) {
            try {
                if (channel.write(from, deadline.remaining()) == 0 && deadline.isOver()) {
                    throw new ExchangeTimeoutException(
                            channel + " took no more bytes for " + timeout.toMillis() + " ms");
                }
            } catch (IOException e) {
                throw ExchangeException.broken(channel, e);
            }
        }
    }
}
