package io.verbena.sm.sa;

import io.verbena.spi.MadAddress;
import java.nio.ByteBuffer;
import java.time.Duration;

/** The services of a host for a {@link SubnetAdministrator}. */
public interface SaHost {
    /**
     * Sends a MAD of the subnet administration class.
     *
     * @param timeoutMillis timeout in milliseconds, after which the MAD is returned; 0 if no response is expected
     */
    void send(MadAddress destination, ByteBuffer mad, int timeoutMillis);

    /** Runs an action after a delay. */
    void after(Duration delay, Runnable action);

    /** Returns the time in nanoseconds. Only differences are meaningful. */
    long nanoTime();
}
