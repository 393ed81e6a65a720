package io.verbena.embedded;

import io.verbena.sm.ManagerHost;

/**
 * The services of a host for a {@link HostProgram}. Only {@link #execute} may be called by other threads than the one
 * that calls the program.
 */
public interface ProgramHost extends ManagerHost {

    /**
     * Runs an action as a part of the program, on the calling thread, before this method returns. Any thread may call
     * this method. It is for a program that is driven from outside the fabric, for example by a socket. Has no effect
     * after the program has ended.
     */
    void execute(Runnable action);

    /** Returns the number of requests of this program that wait for a response or their timeout. */
    int outstanding();

    /** Unregisters an agent; see {@link io.verbena.spi.MadChannel#unregister}. */
    void unregister(int agent);
}
