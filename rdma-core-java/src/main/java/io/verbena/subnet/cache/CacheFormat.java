package io.verbena.subnet.cache;

/** The lengths in bytes that reader and writer share. */
final class CacheFormat {
    static final int MAGIC = 0x8fe7832b;
    static final int VERSION = 1;
    static final int HEADER = 28;
    /** A structure, filled up with zeros to the payload of a datagram. */
    static final int PAYLOAD = 64;
    /** A node without its ports. */
    static final int NODE = 15 + 3 * PAYLOAD;
    /** The GUID and the number of a port of a node. */
    static final int KEY = 9;

    static final int PORT = 31 + PAYLOAD;

    private CacheFormat() {}
}
