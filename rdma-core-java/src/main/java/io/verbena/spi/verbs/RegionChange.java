package io.verbena.spi.verbs;

import io.verbena.hca.AccessFlag;
import java.nio.ByteBuffer;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What of a region is to be another.
 *
 * @param buffer its memory, from position to limit; null if that stays, or is no buffer
 * @param address where its memory begins, if that is no buffer
 * @param length the bytes of its memory; 0 if that stays
 * @param domain its protection domain, 0 if that stays
 * @param access what may be done with it, null if that stays
 */
public record RegionChange(
        @Nullable ByteBuffer buffer,
        long address,
        long length,
        long domain,
        @Nullable Set<AccessFlag> access) {}
