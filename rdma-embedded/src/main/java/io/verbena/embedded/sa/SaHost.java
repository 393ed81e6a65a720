package io.verbena.embedded.sa;

import io.verbena.spi.MadAddress;
import java.nio.ByteBuffer;
import java.time.Duration;

/** What a {@link SubnetAdministration} has at its port. */
public interface SaHost {
    /**
     * Sends a datagram of subnet administration.
     *
     * @param timeoutMillis how long to wait for an answer before the datagram is given back, 0 for never
     */
    void send(MadAddress destination, ByteBuffer mad, int timeoutMillis);

    /** Calls back after so long. */
    void after(Duration delay, Runnable action);

    /** The clock; only differences mean anything. */
    long nanoTime();
}
