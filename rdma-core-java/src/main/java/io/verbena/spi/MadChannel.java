package io.verbena.spi;

import java.nio.ByteBuffer;

/**
 * The datagrams of one port. One thread at a time may send, and one other receive; {@link #wakeUp} and {@link #close}
 * are for any thread.
 */
public interface MadChannel extends AutoCloseable {

    /**
     * Asks for the answers of a management class; a class may be asked for only once.
     *
     * @return the agent to send with
     * @throws io.verbena.error.RdmaException if the class cannot be had
     */
    int register(int managementClass, int classVersion);

    /**
     * Sends a datagram.
     *
     * @param timeoutMillis how long the channel may wait for the answer before it gives the request back with status
     *     ETIMEDOUT; a channel that cannot, does not
     * @throws io.verbena.error.RdmaException if it could not be sent
     */
    void send(int agent, MadAddress destination, ByteBuffer mad, int timeoutMillis);

    /**
     * Hands on what has arrived, and waits for it if nothing has.
     *
     * @param timeoutNanos how long to wait at most
     * @throws io.verbena.error.RdmaException if the port can no longer be read
     */
    void receive(MadReceiver receiver, long timeoutNanos);

    /** Ends a {@link #receive} that waits; the next one, if none does. */
    void wakeUp();

    /** Gives the port back. A receive that waits must have been woken up, and ended. */
    @Override
    void close();
}
