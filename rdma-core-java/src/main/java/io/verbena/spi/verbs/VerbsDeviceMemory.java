package io.verbena.spi.verbs;

import io.verbena.hca.AccessFlag;
import java.nio.ByteBuffer;
import java.util.Set;

/** Memory of the device itself. All throw {@link io.verbena.error.SysException}. */
public interface VerbsDeviceMemory {

    /** So many bytes, which begin at a multiple of 2^{@code alignment}. */
    long allocateDeviceMemory(long length, int alignment);

    /** Gives them back. */
    void freeDeviceMemory(long memory);

    /** A region of a part of them, whose addresses count from 0. */
    Registration registerDeviceMemory(long domain, long memory, long offset, long length, Set<AccessFlag> access);

    /** Writes to them what a direct buffer has from its position to its limit. */
    void writeDeviceMemory(long memory, long offset, ByteBuffer from);

    /** Reads them into a direct buffer, from its position to its limit. */
    void readDeviceMemory(long memory, long offset, ByteBuffer to);
}
