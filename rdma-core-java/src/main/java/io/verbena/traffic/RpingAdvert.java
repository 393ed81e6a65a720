package io.verbena.traffic;

import java.nio.ByteBuffer;

/**
 * Memory that one side of an rping tells the other of: address, key and size, in network byte order.
 *
 * @param address where it begins
 * @param key its remote key
 * @param size its bytes
 */
record RpingAdvert(long address, int key, int size) {
    static final int LENGTH = Long.BYTES + 2 * Integer.BYTES;

    /** What a server sends to say that it is done. */
    static final RpingAdvert NONE = new RpingAdvert(0, 0, 0);

    void write(ByteBuffer to) {
        to.putLong(address).putInt(key).putInt(size);
    }

    static RpingAdvert read(ByteBuffer from) {
        return new RpingAdvert(from.getLong(), from.getInt(), from.getInt());
    }
}
