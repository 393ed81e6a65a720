package io.verbena.subnet.cache;

/** Lengths in bytes of the cache format. */
final class CacheFormat {
    static final int MAGIC = 0x8fe7832b;
    static final int VERSION = 1;
    static final int HEADER = 28;
    /** Length of an attribute, padded to the payload of a datagram. */
    static final int PAYLOAD = 64;
    /** Length of a node without its ports. */
    static final int NODE = 15 + 3 * PAYLOAD;
    /** Length of GUID and number of a port. */
    static final int KEY = 9;

    static final int PORT = 31 + PAYLOAD;

    private CacheFormat() {}
}
