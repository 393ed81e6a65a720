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
}
