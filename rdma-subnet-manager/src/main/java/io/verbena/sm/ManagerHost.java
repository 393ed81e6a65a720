package io.verbena.sm;

import io.verbena.iba.Guid;
import io.verbena.spi.MadAddress;
import io.verbena.spi.MadRegistration;
import java.nio.ByteBuffer;
import java.time.Duration;

/** The services of a port for a {@link ManagerProgram}. Only the thread that calls the program uses them. */
public interface ManagerHost {

    /** Registers an agent; see {@link io.verbena.spi.MadChannel#register}. */
    int register(MadRegistration registration);

    /** Sends a datagram; see {@link io.verbena.spi.MadChannel#send}. */
    void send(int agent, MadAddress destination, ByteBuffer mad, int timeoutMillis);

    /** Runs an action after a delay, unless the program has ended by then; 0 means after the current call. */
    void after(Duration delay, Runnable action);

    /** Returns the time in nanoseconds. Only differences are meaningful. */
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
