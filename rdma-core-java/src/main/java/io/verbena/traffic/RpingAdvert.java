package io.verbena.traffic;

import java.nio.ByteBuffer;

/**
 * A buffer that one side of {@code rping} advertises: address, key and size, in network byte order.
 *
 * @param address the address
 * @param key the remote key
 * @param size the size in bytes
 */
record RpingAdvert(long address, int key, int size) {
    static final int LENGTH = Long.BYTES + 2 * Integer.BYTES;

    /** The message with which a server reports that it has finished. */
    static final RpingAdvert NONE = new RpingAdvert(0, 0, 0);

    void write(ByteBuffer to) {
        to.putLong(address).putInt(key).putInt(size);
    }

    static RpingAdvert read(ByteBuffer from) {
        return new RpingAdvert(from.getLong(), from.getInt(), from.getInt());
    }
}
