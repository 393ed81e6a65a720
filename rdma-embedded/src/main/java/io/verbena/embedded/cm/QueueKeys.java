package io.verbena.embedded.cm;

import io.verbena.hca.PortSpace;

/** The Q_Keys that datagrams of services have. */
final class QueueKeys {
    /** The Q_Key that librdmacm has for all datagrams of UDP. */
    static final int UDP = 0x01234567;

    /** That of the broadcast group of IPoIB, as subnet managers make it. */
    static final int IPOIB = 0x0b1b;

    private QueueKeys() {}

    static int of(PortSpace space) {
        return space == PortSpace.IPOIB ? IPOIB : UDP;
    }
}
