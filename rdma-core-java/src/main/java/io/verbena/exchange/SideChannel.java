package io.verbena.exchange;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;

/**
 * A channel of bytes to the peer over which queue pairs are connected: a socket ({@link SocketSideChannel}), or any other
 * channel between two hosts. For one thread at a time.
 */
public interface SideChannel extends AutoCloseable {

    /**
     * Waits for bytes, and reads those that have arrived.
     *
     * @return the number of bytes, at least 1; 0 after the timeout; -1 if the peer has closed the channel
     * @throws IOException if the channel is broken
     */
    int read(ByteBuffer into, Duration timeout) throws IOException;

    /**
     * Waits for room, and writes as many bytes as there is room for.
     *
     * @return the number of bytes, at least 1; 0 after the timeout
     * @throws IOException if the channel is broken
     */
    int write(ByteBuffer from, Duration timeout) throws IOException;

    /** Closes this channel. */
    @Override
    void close();

    /** Returns the name of the peer, for messages. */
    @Override
    String toString();
}
