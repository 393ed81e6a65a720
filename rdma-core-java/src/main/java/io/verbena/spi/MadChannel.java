package io.verbena.spi;

import java.nio.ByteBuffer;

/**
 * The datagrams of one port. One thread at a time may send, and one other receive; {@link #wakeUp} and {@link #close}
 * are for any thread.
 *
 * <p>Where time is simulated it stands still while a reader is at work: from the end of its first {@link #receive} on,
 * except while it is in another. A channel that nobody has read yet holds nothing up.
 */
public interface MadChannel extends AutoCloseable {

    /**
     * Makes an agent: it sends, gets the answers to what it sent, and the requests that it asked for.
     *
     * @return the agent to send with
     * @throws io.verbena.error.RdmaException if it cannot be had, as when another takes the same requests
     */
    int register(MadRegistration registration);

    /** Ends an agent; what it waits for is dropped. */
    void unregister(int agent);

    /**
     * Whether it does RMPP itself for an agent that wants it: a message of any length is then sent and received whole, its
     * data behind the header of its first segment (IBA 13.6).
     */
    boolean segments();

    /** The queue pair by which the servers of this channel are reached: that of the general services, unless it has its own. */
    default int queuePair() {
        return 1;
    }

    /**
     * Sends a datagram of 256 bytes, or a long message where the channel {@linkplain #segments() segments} it.
     *
     * @param timeoutMillis how long the channel may wait for the answer before it gives the request back with status
     *     ETIMEDOUT; a channel that cannot, does not. 0 for what has no answer
     * @throws io.verbena.error.RdmaException if it could not be sent
     */
    void send(int agent, MadAddress destination, ByteBuffer mad, int timeoutMillis);

    /**
     * Hands on what has arrived, and waits for it if nothing has.
     *
     * @param timeoutNanos how long to wait at most; {@link Long#MAX_VALUE} for as long as nobody wakes it up
     * @throws io.verbena.error.RdmaException if the port can no longer be read
     */
    void receive(MadReceiver receiver, long timeoutNanos);

    /** The clock by which it waits: that of {@link System#nanoTime}, unless time itself is simulated. */
    default long nanoTime() {
        return System.nanoTime();
    }

    /**
     * Somebody else than the reader works on what has arrived, such as the handler of a server: time that is simulated stands
     * still until {@link #rested} says that it is done. For any thread; it may be said by several at once. A channel that is
     * closed waits for nobody.
     */
    default void working() {}

    /** One of those who were {@link #working} is done, or waits for something itself. For any thread. */
    default void rested() {}

    /** Ends a {@link #receive} that waits; the next one, if none does. */
    void wakeUp();

    /** Gives the port back. A receive that waits must have been woken up, and ended. */
    @Override
    void close();
}
