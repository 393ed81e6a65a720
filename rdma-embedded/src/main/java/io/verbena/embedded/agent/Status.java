package io.verbena.embedded.agent;

/** The status codes that are common to all management classes (IBA 13.4.7). */
final class Status {
    static final int OK = 0;
    static final int BUSY = 1;
    static final int REDIRECT = 1 << 1;
    static final int BAD_VERSION = 1 << 2;
    static final int METHOD_NOT_SUPPORTED = 2 << 2;
    static final int ATTRIBUTE_NOT_SUPPORTED = 3 << 2;
    static final int INVALID_VALUE = 7 << 2;

    private Status() {}
}
