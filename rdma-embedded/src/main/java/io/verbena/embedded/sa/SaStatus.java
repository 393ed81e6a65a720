package io.verbena.embedded.sa;

/** The status of an answer: the common part (IBA 13.4.7) and that of subnet administration (IBA 15.2.1.2). */
final class SaStatus {
    static final int OK = 0;
    static final int BUSY = 0x0001;
    static final int BAD_VERSION = 1 << 2;
    static final int NOT_SUPPORTED = 3 << 2;
    static final int NO_RESOURCES = 0x0100;
    static final int INVALID_REQUEST = 0x0200;
    static final int NO_RECORDS = 0x0300;
    static final int TOO_MANY_RECORDS = 0x0400;
    static final int INVALID_GID = 0x0500;
    static final int INSUFFICIENT_COMPONENTS = 0x0600;
    static final int DENIED = 0x0700;

    private SaStatus() {}
}
