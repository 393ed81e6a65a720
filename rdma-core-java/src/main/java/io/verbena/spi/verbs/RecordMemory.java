package io.verbena.spi.verbs;

import java.nio.ByteBuffer;

/**
 * Direct memory for requests or completions, in the byte order of the machine. It stays in place as long as this record is
 * reachable.
 *
 * @param bytes the memory
 * @param address its address, or 0 if the driver does not work with addresses
 */
public record RecordMemory(ByteBuffer bytes, long address) {}
