package io.verbena.embedded;

import io.verbena.iba.Guid;
import io.verbena.spi.MadAddress;
import io.verbena.spi.MadRegistration;
import java.nio.ByteBuffer;
import java.time.Duration;

/** What a {@link HostProgram} has at its port. Only for calls from within the program. */
public interface ProgramHost {

    /** As {@link io.verbena.spi.MadChannel#register}. */
    int register(MadRegistration registration);

    /** As {@link io.verbena.spi.MadChannel#send}. */
    void send(int agent, MadAddress destination, ByteBuffer mad, int timeoutMillis);

    /** Calls the program back after so long, unless it has ended by then; 0 for as soon as it has returned. */
    void after(Duration delay, Runnable action);

    /** The clock of the fabric; only differences mean anything. */
    long nanoTime();

    /** The GUID of the port it runs at. */
    Guid portGuid();

    /** Says that this port is the home of a subnet manager, in its capability mask, or not. */
    void subnetManager(boolean here);
}
