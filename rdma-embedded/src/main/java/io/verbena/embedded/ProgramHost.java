package io.verbena.embedded;

import io.verbena.iba.Guid;
import io.verbena.spi.MadAddress;
import io.verbena.spi.MadRegistration;
import java.nio.ByteBuffer;
import java.time.Duration;

/**
 * The services of a host for a {@link HostProgram}. Only {@link #execute} may be called by other threads than the one
 * that calls the program.
 */
public interface ProgramHost {

    /**
     * Runs an action as a part of the program, on the calling thread, before this method returns. Any thread may call
     * this method. It is for a program that is driven from outside the fabric, for example by a socket. Has no effect
     * after the program has ended.
     */
    void execute(Runnable action);

    /** Returns the number of requests of this program that wait for a response or their timeout. */
    int outstanding();

    /** Registers an agent; see {@link io.verbena.spi.MadChannel#register}. */
    int register(MadRegistration registration);

    /** Unregisters an agent; see {@link io.verbena.spi.MadChannel#unregister}. */
    void unregister(int agent);

    /** Sends a datagram; see {@link io.verbena.spi.MadChannel#send}. */
    void send(int agent, MadAddress destination, ByteBuffer mad, int timeoutMillis);

    /** Runs an action after a delay, unless the program has ended by then; 0 means after the current call. */
    void after(Duration delay, Runnable action);

    /** Returns the time of the fabric in nanoseconds. Only differences are meaningful. */
    long nanoTime();

    /** Returns the GUID of the port. */
    Guid portGuid();

    /**
     * Sets or clears the bit IsSM in the capability mask of the port.
     *
     * @throws io.verbena.error.RdmaException if another program of the host is a subnet manager
     */
    void subnetManager(boolean here);
}
