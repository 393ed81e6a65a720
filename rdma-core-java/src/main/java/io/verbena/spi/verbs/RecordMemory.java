package io.verbena.spi.verbs;

import java.nio.ByteBuffer;

/**
 * Direct memory for requests or completions, in the byte order of the machine. It stays where it is as long as this is
 * reachable.
 *
 * @param bytes the memory
 * @param address where it lies, if the driver works with addresses
 */
public record RecordMemory(ByteBuffer bytes, long address) {}
