package io.verbena.spi.verbs;

import io.verbena.hca.AccessFlag;
import java.nio.ByteBuffer;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The change of a memory region.
 *
 * @param buffer the new memory from position to limit; null if the memory does not change or is not a buffer
 * @param address the address of the new memory if it is not a buffer
 * @param length the length of the new memory in bytes, or 0 if the memory does not change
 * @param domain the new protection domain, or 0 if it does not change
 * @param access the new access flags, or null if they do not change
 */
public record RegionChange(
        @Nullable ByteBuffer buffer,
        long address,
        long length,
        long domain,
        @Nullable Set<AccessFlag> access) {}
