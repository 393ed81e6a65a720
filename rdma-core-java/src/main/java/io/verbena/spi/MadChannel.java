package io.verbena.spi;

import java.nio.ByteBuffer;

/**
 * A channel for the datagrams of one port. One thread at a time may send, and one other thread may receive. Any thread may call
 * {@link #wakeUp} and {@link #close}.
 *
 * <p>Simulated time stands still while a reader works: from the end of its first {@link #receive} on, except during the next
 * ones. A channel that was never read does not stop the time.
 */
public interface MadChannel extends AutoCloseable {

    /**
     * Registers an agent, which sends datagrams and receives the responses and the requests of its registration.
     *
     * @return the agent
     * @throws io.verbena.error.RdmaException if the registration fails, for example because another agent receives the same
     *     requests
     */
    int register(MadRegistration registration);

    /** Unregisters an agent and drops its pending responses. */
    void unregister(int agent);

    /**
     * Returns whether this channel performs RMPP for agents that request it. A message of any length is then sent and received as a
     * whole, with its data after the header of its first segment (IBA 13.6).
     */
    boolean segments();

    /** Returns the queue pair number of the servers of this channel: that of the general services unless it has its own. */
    default int queuePair() {
        return 1;
    }

    /**
     * Sends a datagram of 256 bytes, or a long message where the channel {@linkplain #segments() segments} it.
     *
     * @param timeoutMillis the time after which a channel that supports timeouts returns the request with status ETIMEDOUT; 0 for
     *     a datagram without a response
     * @throws io.verbena.error.RdmaException if the datagram cannot be sent
     */
    void send(int agent, MadAddress destination, ByteBuffer mad, int timeoutMillis);

    /**
     * Passes the received datagrams to a receiver, and waits for the first one.
     *
     * @param timeoutNanos the timeout; {@link Long#MAX_VALUE} to wait until {@link #wakeUp}
     * @throws io.verbena.error.RdmaException if the port can no longer be read
     */
    void receive(MadReceiver receiver, long timeoutNanos);

    /** Returns the time of the clock of its timeouts: {@link System#nanoTime}, unless time is simulated. */
    default long nanoTime() {
        return System.nanoTime();
    }

    /**
     * Announces that a thread other than the reader works on a received datagram, such as the handler of a server. Simulated time
     * stands still until {@link #rested}. Several threads may work at the same time. A closed channel does not wait for them.
     */
    default void working() {}

    /** Announces that the work of {@link #working} is done or waits for something itself. May be called by any thread. */
    default void rested() {}

    /** Ends the current or the next {@link #receive}. */
    void wakeUp();

    /** Closes the port. A waiting receive must have been woken up and have returned. */
    @Override
    void close();
}
