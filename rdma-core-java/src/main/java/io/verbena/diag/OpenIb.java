package io.verbena.diag;

import io.verbena.mad.VendorClass;

/** The classes that infiniband-diags has made up for itself. */
final class OpenIb {
    /** Whose they are. */
    static final int OUI = 0x001405;

    private static final int PING_CLASS = 0x32;
    private static final int SYSTEM_STATUS_CLASS = 0x33;

    static final int NO_ATTRIBUTE = 0;
    static final int STATUS_PING = 0x10;
    static final int HOST_INFO = 0x11;
    static final int PROCESSOR_INFO = 0x12;

    private OpenIb() {}

    /** The class of pings, as another vendor may have it. */
    static VendorClass ping(int oui) {
        return VendorClass.of(PING_CLASS, oui);
    }

    /** The class of what a host is, as another vendor may have it. */
    static VendorClass systemStatus(int oui) {
        return VendorClass.of(SYSTEM_STATUS_CLASS, oui);
    }
}
