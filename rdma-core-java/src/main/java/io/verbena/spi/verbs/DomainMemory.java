package io.verbena.spi.verbs;

import java.nio.ByteBuffer;
import java.util.Optional;

/** Where a driver takes the memory of what is made in a domain. What it throws must not get into the driver. */
public interface DomainMemory {
    /**
     * Memory that the driver keeps reachable until it frees it.
     *
     * @param bytes how much
     * @param alignment of which its address is a multiple
     * @param resourceType what it is for, as the driver numbers it
     * @return a direct buffer, used from its position; none for memory of the driver's own
     */
    Optional<ByteBuffer> allocate(long bytes, long alignment, long resourceType);

    /** The driver does not need it any more. */
    void free(ByteBuffer memory);
}
