package io.verbena.embedded;

import io.verbena.spi.MadReceiver;

/**
 * A program on a host of an embedded fabric that has no thread of its own, such as a subnet manager: it is called with each
 * datagram that is for it, and when a time that it asked for has come. It sees of the fabric what its datagrams tell.
 *
 * <p>It is called by whichever thread moves the fabric on, one call at a time, and must not wait for anything. One that
 * throws is ended.
 */
public interface HostProgram extends MadReceiver {

    /** Begins. The host stays the same until {@link #stop}. */
    void start(ProgramHost host);

    /** Is told that it was ended; it can send nothing any more. */
    default void stop() {}
}
