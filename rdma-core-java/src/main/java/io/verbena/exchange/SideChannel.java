package io.verbena.exchange;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;

/**
 * A channel of bytes to the other side, beside the queue pairs that are to be connected: a socket, see {@link
 * SocketSideChannel}, or whatever else two hosts share. For one thread at a time.
 */
public interface SideChannel extends AutoCloseable {

    /**
     * Waits for bytes, and reads as many as are there and have room.
     *
     * @return how many, at least 1; 0 after the time; -1 if the other side has ended
     * @throws IOException if the channel is broken
     */
    int read(ByteBuffer into, Duration timeout) throws IOException;

    /**
     * Waits for room, and writes as many bytes as there is room for.
     *
     * @return how many, at least 1; 0 after the time
     * @throws IOException if the channel is broken
     */
    int write(ByteBuffer from, Duration timeout) throws IOException;

    /** Ends it. */
    @Override
    void close();

    /** Who is at the other side, for messages. */
    @Override
    String toString();
}
