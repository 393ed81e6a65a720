package io.verbena.embedded;

import io.verbena.spi.MadReceiver;

/**
 * A program on a host of an embedded fabric that runs without a thread of its own, such as a subnet manager. It is
 * called for each datagram that it receives, and at times that it requests. All that it knows about the fabric comes
 * from its datagrams.
 *
 * <p>The program is called by the thread that accesses the fabric, one call at a time, and must not block. A program
 * that throws an exception is stopped.
 */
public interface HostProgram extends MadReceiver {

    /**
     * Starts the program.
     *
     * @param host the services of the host, which the program may use until {@link #stop}
     */
    void start(ProgramHost host);

    /** Called after the program was stopped. It can no longer send. */
    default void stop() {}
}
