package io.verbena.diag;

import io.verbena.mad.MadTransactor;
import io.verbena.mad.VendorClass;
import io.verbena.path.IbPath;
import java.time.Duration;

/**
 * Pings hosts where a {@link PingServer} runs, or {@code ibping -S}: with datagrams of the OpenIB vendor class 0x32, through
 * all that general management datagrams need. Safe for use by several threads.
 */
public final class PingClient {
    private final MadTransactor mad;
    private final VendorClass vendor;

    /** Pings through this transactor; each ping is one datagram, and never sent again. */
    public PingClient(MadTransactor mad) {
        this(mad, OpenIb.OUI);
    }

    /**
     * The same with the class of another vendor.
     *
     * @param oui 24 bits
     */
    public PingClient(MadTransactor mad, int oui) {
        this.mad = mad.withOptions(mad.options().withRetries(0));
        this.vendor = OpenIb.ping(oui);
    }

    /**
     * Pings once, and waits for the answer.
     *
     * @throws io.verbena.mad.MadTimeoutException if nobody answers in time
     * @throws io.verbena.mad.MadException if the host refuses, as where no server runs
     * @throws io.verbena.error.RdmaException if it cannot be sent
     */
    public Pong ping(IbPath path) {
        long start = System.nanoTime();
        byte[] data = mad.vendorGet(vendor, OpenIb.NO_ATTRIBUTE, 0, new byte[0], path);
        return new Pong(path, DatagramText.read(data), Duration.ofNanos(System.nanoTime() - start));
    }
}
