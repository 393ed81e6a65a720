package io.verbena.connection;

import io.verbena.hca.AccessFlag;
import io.verbena.verbs.MemoryRegion;
import io.verbena.verbs.ProtectionDomain;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * The memory of a buffer, which each protection domain registers for itself.
 *
 * @param bytes the bytes of this process; null for a part of a DMA-BUF
 * @param descriptor the file descriptor of the DMA-BUF; -1 without one
 * @param offset the offset in the DMA-BUF; 0 without one
 * @param length in bytes
 */
record BufferMemory(@Nullable ByteBuffer bytes, int descriptor, long offset, int length) {
    static BufferMemory of(ByteBuffer memory) {
        if (!memory.isDirect() || !memory.hasRemaining()) {
            throw new IllegalArgumentException(memory + " cannot be registered: it must be direct and have bytes left");
        }
        return new BufferMemory(memory.slice(), -1, 0, memory.remaining());
    }

    static BufferMemory ofDmaBuf(int descriptor, long offset, int length) {
        return new BufferMemory(null, descriptor, offset, length);
    }

    MemoryRegion register(ProtectionDomain domain, AccessFlag... access) {
        return bytes == null
                ? domain.registerDmaBuf(descriptor, offset, length, offset, access)
                : domain.register(bytes.duplicate(), access);
    }
}
