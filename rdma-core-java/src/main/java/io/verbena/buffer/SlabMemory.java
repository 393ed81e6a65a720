package io.verbena.buffer;

import io.verbena.hca.AccessFlag;
import io.verbena.verbs.MemoryRegion;
import io.verbena.verbs.ProtectionDomain;
import java.nio.ByteBuffer;

/** Provides the memory of slabs. */
@FunctionalInterface
interface SlabMemory {
    /** A device maps pages, and some want them whole. */
    int ALIGNMENT = 4096;

    /**
     * Allocates direct memory that begins at a page boundary.
     *
     * @throws HugePagesException if huge pages are configured, and there are none
     * @throws OutOfMemoryError if the JVM has no direct memory left
     */
    ByteBuffer allocate(int bytes);

    /** Registers memory that this has allocated. */
    default MemoryRegion register(ProtectionDomain domain, ByteBuffer slab, AccessFlag... access) {
        return domain.register(slab, access);
    }

    /** Takes back memory that no device can reach. Memory of the JVM is freed when nothing refers to it. */
    default void free(ByteBuffer slab) {}

    /** Allocates direct memory of the JVM, which counts against {@code -XX:MaxDirectMemorySize}. */
    static SlabMemory direct() {
        return bytes -> ByteBuffer.allocateDirect(bytes + ALIGNMENT)
                .alignedSlice(ALIGNMENT)
                .slice(0, bytes);
    }
}
