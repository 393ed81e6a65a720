package io.verbena.spi;

import java.nio.ByteBuffer;

/** Receives the datagrams of a channel. */
@FunctionalInterface
public interface MadReceiver {

    /**
     * Receives one datagram.
     *
     * @param agent the agent that receives it
     * @param status 0 for a received datagram; the error number of a request that the channel returns, such as {@link
     *     io.verbena.error.Errno#ETIMEDOUT} without a response
     * @param source the address of the sender; the destination of a returned datagram
     * @param mad the datagram, or a long message that the channel has assembled, from its position to its limit; valid only
     *     during the call
     */
    void received(int agent, int status, MadAddress source, ByteBuffer mad);
}
