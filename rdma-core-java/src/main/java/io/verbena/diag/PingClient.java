package io.verbena.diag;

import io.verbena.diag.OpenIb.DatagramText;
import io.verbena.mad.MadTransactor;
import io.verbena.mad.VendorClass;
import io.verbena.path.IbPath;
import java.time.Duration;

/**
 * Pings hosts that run a {@link PingServer} or {@code ibping -S}, with datagrams of the OpenIB vendor class 0x32. They
 * use the same path as other general services. Safe for use by several threads.
 */
public final class PingClient {
    private final MadTransactor mad;
    private final VendorClass vendor;

    /** Creates a client. Each ping is one datagram, which is never retried. */
    public PingClient(MadTransactor mad) {
        this(mad, OpenIb.OUI);
    }

    /**
     * Creates a client that uses the class of another vendor.
     *
     * @param mad the transactor
     * @param oui the OUI of the vendor, 24 bits
     */
    public PingClient(MadTransactor mad, int oui) {
        this.mad = mad.withOptions(mad.options().withRetries(0));
        this.vendor = OpenIb.ping(oui);
    }

    /**
     * Sends a ping and waits for the response.
     *
     * @throws io.verbena.mad.MadTimeoutException if no response arrives in time
     * @throws io.verbena.mad.MadException if the host refuses, for example because no server runs
     * @throws io.verbena.error.RdmaException if the ping cannot be sent
     */
    public Pong ping(IbPath path) {
        long start = System.nanoTime();
        byte[] data = mad.vendorGet(vendor, OpenIb.NO_ATTRIBUTE, 0, new byte[0], path);
        return new Pong(path, DatagramText.read(data), Duration.ofNanos(System.nanoTime() - start));
    }
}
