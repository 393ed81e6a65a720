package io.verbena.spi;

import java.nio.ByteBuffer;

/** Takes datagrams from a channel. */
@FunctionalInterface
public interface MadReceiver {

    /**
     * Takes one datagram.
     *
     * @param agent the agent that it is for
     * @param status 0 for one that was received; otherwise the error number for which one that was sent came back,
     *     {@link io.verbena.error.Errno#ETIMEDOUT} where no answer came
     * @param source where it came from; where it went to, if it came back
     * @param mad the datagram, or the long message that the channel put together, from its position to its limit; valid
     *     only during the call
     */
    void received(int agent, int status, MadAddress source, ByteBuffer mad);
}
