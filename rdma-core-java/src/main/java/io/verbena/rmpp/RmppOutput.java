package io.verbena.rmpp;

import java.nio.ByteBuffer;

/** Takes the packets that a transfer wants to have sent. */
@FunctionalInterface
public interface RmppOutput {

    /**
     * Takes one packet. It must not call back into the transfer that it comes from.
     *
     * @param packet 256 bytes that can be read, valid only during the call: whoever keeps them copies them
     */
    void packet(ByteBuffer packet);
}
