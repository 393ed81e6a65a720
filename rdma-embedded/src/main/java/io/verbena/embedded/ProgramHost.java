package io.verbena.embedded;

import io.verbena.iba.Guid;
import io.verbena.spi.MadAddress;
import io.verbena.spi.MadRegistration;
import java.nio.ByteBuffer;
import java.time.Duration;

/** The services of a host for a {@link HostProgram}. May be called from within the program only. */
public interface ProgramHost {

    /** Registers an agent; see {@link io.verbena.spi.MadChannel#register}. */
    int register(MadRegistration registration);

    /** Sends a datagram; see {@link io.verbena.spi.MadChannel#send}. */
    void send(int agent, MadAddress destination, ByteBuffer mad, int timeoutMillis);

    /** Runs an action after a delay, unless the program has ended by then; 0 means after the current call. */
    void after(Duration delay, Runnable action);

    /** Returns the time of the fabric in nanoseconds. Only differences are meaningful. */
    long nanoTime();

    /** Returns the GUID of the port. */
    Guid portGuid();

    /** Sets or clears the bit IsSM in the capability mask of the port. */
    void subnetManager(boolean here);
}
