package io.verbena.jni;

import java.nio.ByteBuffer;

/** Where direct memory lies. */
public final class Memory {
    static {
        NativeLibrary.load("verbena_base");
    }

    private Memory() {}

    /**
     * Returns the address of the first byte of a direct buffer, whatever its position. It is valid while the buffer is
     * reachable.
     *
     * @return the address, or 0 if the buffer is not direct
     */
    public static native long address(ByteBuffer buffer);
}
