package io.verbena.verbs;

import io.verbena.hca.AccessFlag;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Set;

/** Refuses what makes no sense before the device does. */
final class MemoryChecks {
    private MemoryChecks() {}

    /** The access as a set. */
    static Set<AccessFlag> access(AccessFlag... access) {
        Set<AccessFlag> flags = EnumSet.noneOf(AccessFlag.class);
        flags.addAll(Arrays.asList(access));
        boolean othersWrite = flags.contains(AccessFlag.REMOTE_WRITE) || flags.contains(AccessFlag.REMOTE_ATOMIC);
        if (othersWrite && !flags.contains(AccessFlag.LOCAL_WRITE)) {
            throw new IllegalArgumentException(
                    flags + " lets the other side write where this side may not; add LOCAL_WRITE");
        }
        return flags;
    }

    /** The bytes of a buffer that can be registered, as a view of their own. */
    static ByteBuffer buffer(ByteBuffer buffer) {
        if (!buffer.isDirect()) {
            throw new IllegalArgumentException(
                    "the buffer lies in the heap, where the device cannot find it; use ByteBuffer.allocateDirect");
        }
        if (!buffer.hasRemaining()) {
            throw new IllegalArgumentException("the buffer has no bytes between its position and its limit");
        }
        return buffer.slice();
    }

    /** The same, for this access. */
    static ByteBuffer buffer(ByteBuffer buffer, Set<AccessFlag> flags) {
        ByteBuffer bytes = buffer(buffer);
        if (buffer.isReadOnly() && flags.contains(AccessFlag.LOCAL_WRITE)) {
            throw new IllegalArgumentException("the buffer is read-only, and LOCAL_WRITE lets the device write to it");
        }
        return bytes;
    }

    /** The length of a region. */
    static long length(long length) {
        if (length <= 0) {
            throw new IllegalArgumentException("a region of " + length + " bytes; it has at least one");
        }
        return length;
    }

    /** A part of something that has so many bytes. */
    static void within(long offset, long bytes, long length, Object what) {
        if (offset < 0 || bytes < 0 || offset > length - bytes) {
            throw new IndexOutOfBoundsException(
                    bytes + " bytes at offset " + offset + " are not in the " + length + " bytes of " + what);
        }
    }
}
