package io.verbena.diag;

import io.verbena.diag.OpenIb.DatagramText;
import io.verbena.mad.MadTransactor;
import io.verbena.mad.VendorClass;
import io.verbena.path.IbPath;
import java.time.Duration;
import java.util.List;

/**
 * Queries hosts that run a {@link SystemStatusServer} or {@code ibsysstat -S}, with datagrams of the OpenIB vendor
 * class 0x33. All methods throw {@link io.verbena.mad.MadTimeoutException} if no response arrives, another {@link
 * io.verbena.mad.MadException} if the host refuses, and {@link io.verbena.error.RdmaException} if the request cannot be
 * sent. Safe for use by several threads.
 */
public final class SystemStatusClient {
    private final MadTransactor mad;
    private final VendorClass vendor;

    /** Creates a client. */
    public SystemStatusClient(MadTransactor mad) {
        this(mad, OpenIb.OUI);
    }

    /**
     * Creates a client that uses the class of another vendor.
     *
     * @param mad the transactor
     * @param oui the OUI of the vendor, 24 bits
     */
    public SystemStatusClient(MadTransactor mad, int oui) {
        this.mad = mad;
        this.vendor = OpenIb.systemStatus(oui);
    }

    /** Checks that the server responds, and returns the elapsed time, including lost attempts. */
    public Duration ping(IbPath path) {
        long start = System.nanoTime();
        ask(OpenIb.STATUS_PING, path);
        return Duration.ofNanos(System.nanoTime() - start);
    }

    /** Returns the name of the host, usually with its domain after a dot. */
    public String host(IbPath path) {
        return DatagramText.read(ask(OpenIb.HOST_INFO, path));
    }

    /** Returns as many processors as fit in a datagram, about four; empty if the host does not provide them. */
    public List<Processor> processors(IbPath path) {
        return Processor.read(DatagramText.read(ask(OpenIb.PROCESSOR_INFO, path)));
    }

    private byte[] ask(int attributeId, IbPath path) {
        return mad.vendorGet(vendor, attributeId, 0, new byte[0], path);
    }
}
