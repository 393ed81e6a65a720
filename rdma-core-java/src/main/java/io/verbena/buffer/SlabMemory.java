package io.verbena.buffer;

import java.nio.ByteBuffer;

/** Where the memory of slabs comes from. */
@FunctionalInterface
interface SlabMemory {
    /** A device maps pages, and some want them whole. */
    int ALIGNMENT = 4096;

    /**
     * Direct memory of so many bytes, whose first byte begins a page.
     *
     * @throws HugePagesException if it was to be of huge pages, and there are none
     * @throws OutOfMemoryError if the JVM gives no more
     */
    ByteBuffer allocate(int bytes);

    /** Memory of the JVM, counted by {@code -XX:MaxDirectMemorySize}. */
    static SlabMemory direct() {
        return bytes -> ByteBuffer.allocateDirect(bytes + ALIGNMENT)
                .alignedSlice(ALIGNMENT)
                .slice(0, bytes);
    }
}
