package io.verbena.jni;

import java.nio.ByteBuffer;

/** Addresses of direct memory. */
public final class Memory {
    static {
        NativeLibrary.load("verbena_base");
    }

    private Memory() {}

    /**
     * Returns the address of the first byte of a direct buffer, independent of its position. The address is valid while
     * the buffer is reachable.
     *
     * @return the address, or 0 if the buffer is not direct
     */
    public static native long address(ByteBuffer buffer);

    /**
     * Returns a direct buffer over memory of a native library, in the byte order of big-endian. The caller must keep the memory
     * mapped while the buffer is used.
     *
     * @param length the number of bytes, at most {@link Integer#MAX_VALUE}
     */
    public static native ByteBuffer buffer(long address, long length);
}
