package io.verbena.diag;

import io.verbena.mad.VendorClass;

/** The classes that infiniband-diags has made up for itself. */
final class OpenIb {
    /** Whose they are. */
    static final int OUI = 0x001405;

    static final VendorClass PING = VendorClass.of(0x32, OUI);
    static final VendorClass SYSTEM_STATUS = VendorClass.of(0x33, OUI);

    static final int NO_ATTRIBUTE = 0;
    static final int STATUS_PING = 0x10;
    static final int HOST_INFO = 0x11;
    static final int PROCESSOR_INFO = 0x12;

    private OpenIb() {}
}
