package io.verbena.rmpp;

import java.nio.ByteBuffer;

/** Sends the packets of a transfer. */
@FunctionalInterface
public interface RmppOutput {

    /**
     * Sends one packet. It must not call back into the transfer.
     *
     * @param packet 256 readable bytes, valid only during the call
     */
    void packet(ByteBuffer packet);
}
