package io.verbena.embedded.cm;

import io.verbena.hca.CmEventType;
import io.verbena.hca.ConnectionParameters;
import io.verbena.iba.Structure;

/** What a {@link Connection} does to the world. */
interface Effects {

    /** Sends a message once. */
    void send(Structure message);

    /** Sends a message, again and again, until it is {@linkplain #answered answered}, or has been sent often enough. */
    void sendUntilAnswered(Structure message);

    /** The message that is sent again is answered. */
    void answered();

    /** The other side wants so much more time to answer, as a code of {@link Timeouts}. */
    void waitLonger(int serviceTimeout);

    /** Lets {@link Connection#timeWaitOver} follow when all packets are gone. */
    void timeWait();

    /** Tells the program. */
    void tell(CmEventType type, int status, ConnectionParameters parameters);

    /** There is nothing to be remembered of it. */
    void over();
}
