package io.verbena.spi.verbs;

import java.nio.ByteBuffer;
import java.util.Optional;

/** Allocates the memory of objects in a parent domain. The driver does not pass on exceptions of its methods to C. */
public interface DomainMemory {
    /**
     * Allocates memory that the driver keeps reachable until it frees it.
     *
     * @param bytes the size
     * @param alignment the address is a multiple of this
     * @param resourceType the purpose of the memory, as defined by the driver
     * @return a direct buffer, used from its position; empty if the driver is to allocate the memory itself
     */
    Optional<ByteBuffer> allocate(long bytes, long alignment, long resourceType);

    /** Frees memory that the driver no longer uses. */
    void free(ByteBuffer memory);
}
