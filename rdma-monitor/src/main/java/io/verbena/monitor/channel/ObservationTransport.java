package io.verbena.monitor.channel;

import java.io.IOException;

/** Sends encoded observations to another process. */
public interface ObservationTransport {
    /**
     * Sends an observation and returns when it is safe with the receiver. It may arrive more than once if an earlier
     * attempt failed.
     *
     * @param subnet the name of the subnet; observations of one subnet arrive in the order in which they were sent
     * @param content the observation, as {@link ObservationCodec} encodes it
     * @throws IOException if the receiver did not confirm it
     */
    void send(String subnet, byte[] content) throws IOException;
}
