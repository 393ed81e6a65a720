package io.verbena.verbs;

import io.verbena.hca.AccessFlag;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Set;

/** Checks arguments of registrations before the device does. */
final class MemoryChecks {
    private MemoryChecks() {}

    /** Returns the access flags as a set. */
    static Set<AccessFlag> access(AccessFlag... access) {
        Set<AccessFlag> flags = EnumSet.noneOf(AccessFlag.class);
        flags.addAll(Arrays.asList(access));
        boolean othersWrite = flags.contains(AccessFlag.REMOTE_WRITE) || flags.contains(AccessFlag.REMOTE_ATOMIC);
        if (othersWrite && !flags.contains(AccessFlag.LOCAL_WRITE)) {
            throw new IllegalArgumentException(
                    flags + " permits the peer to write, which requires local write access; add LOCAL_WRITE");
        }
        return flags;
    }

    /** Returns the bytes of a buffer that can be registered. */
    static ByteBuffer buffer(ByteBuffer buffer) {
        if (!buffer.isDirect()) {
            throw new IllegalArgumentException(
                    "the buffer is a heap buffer, which the device cannot access; use ByteBuffer.allocateDirect");
        }
        if (!buffer.hasRemaining()) {
            throw new IllegalArgumentException("the buffer has no bytes between its position and its limit");
        }
        return buffer.slice();
    }

    /** Returns the bytes of a buffer that can be registered with the given access. */
    static ByteBuffer buffer(ByteBuffer buffer, Set<AccessFlag> flags) {
        ByteBuffer bytes = buffer(buffer);
        if (buffer.isReadOnly() && flags.contains(AccessFlag.LOCAL_WRITE)) {
            throw new IllegalArgumentException("the buffer is read-only, and LOCAL_WRITE lets the device write to it");
        }
        return bytes;
    }

    /** Returns the length of a region. */
    static long length(long length) {
        if (length <= 0) {
            throw new IllegalArgumentException("length " + length + " is out of range; a region has at least one byte");
        }
        return length;
    }

    /** Checks that a range lies within a length. */
    static void within(long offset, long bytes, long length, Object what) {
        if (offset < 0 || bytes < 0 || offset > length - bytes) {
            throw new IndexOutOfBoundsException(
                    bytes + " bytes at offset " + offset + " are not in the " + length + " bytes of " + what);
        }
    }
}
