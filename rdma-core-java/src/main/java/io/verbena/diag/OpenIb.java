package io.verbena.diag;

import io.verbena.mad.VendorClass;

/** The vendor classes that infiniband-diags defines. */
final class OpenIb {
    /** The OUI of OpenIB. */
    static final int OUI = 0x001405;

    private static final int PING_CLASS = 0x32;
    private static final int SYSTEM_STATUS_CLASS = 0x33;

    static final int NO_ATTRIBUTE = 0;
    static final int STATUS_PING = 0x10;
    static final int HOST_INFO = 0x11;
    static final int PROCESSOR_INFO = 0x12;

    private OpenIb() {}

    /** Returns the class of pings with the OUI of a vendor. */
    static VendorClass ping(int oui) {
        return VendorClass.of(PING_CLASS, oui);
    }

    /** Returns the class of system status requests with the OUI of a vendor. */
    static VendorClass systemStatus(int oui) {
        return VendorClass.of(SYSTEM_STATUS_CLASS, oui);
    }
}
