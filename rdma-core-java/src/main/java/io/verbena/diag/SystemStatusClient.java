package io.verbena.diag;

import io.verbena.mad.MadTransactor;
import io.verbena.mad.VendorClass;
import io.verbena.path.IbPath;
import java.time.Duration;
import java.util.List;

/**
 * Asks hosts where a {@link SystemStatusServer} runs, or {@code ibsysstat -S}, what they are: with datagrams of the OpenIB
 * vendor class 0x33. Every method throws {@link io.verbena.mad.MadTimeoutException} if nobody answers, another {@link
 * io.verbena.mad.MadException} if the host refuses, and {@link io.verbena.error.RdmaException} if it cannot be asked. Safe
 * for use by several threads.
 */
public final class SystemStatusClient {
    private final MadTransactor mad;
    private final VendorClass vendor;

    /** Asks through this transactor. */
    public SystemStatusClient(MadTransactor mad) {
        this(mad, OpenIb.OUI);
    }

    /**
     * The same with the class of another vendor.
     *
     * @param oui 24 bits
     */
    public SystemStatusClient(MadTransactor mad, int oui) {
        this.mad = mad;
        this.vendor = OpenIb.systemStatus(oui);
    }

    /** Asks whether it is there, and how long that takes, tries that got lost included. */
    public Duration ping(IbPath path) {
        long start = System.nanoTime();
        ask(OpenIb.STATUS_PING, path);
        return Duration.ofNanos(System.nanoTime() - start);
    }

    /** Asks what it calls itself, as a rule its name and, behind a dot, its domain. */
    public String host(IbPath path) {
        return DatagramText.read(ask(OpenIb.HOST_INFO, path));
    }

    /** Asks for its processors: as many as it puts into one datagram, about four; none where it does not know. */
    public List<Processor> processors(IbPath path) {
        return Processor.read(DatagramText.read(ask(OpenIb.PROCESSOR_INFO, path)));
    }

    private byte[] ask(int attributeId, IbPath path) {
        return mad.vendorGet(vendor, attributeId, 0, new byte[0], path);
    }
}
