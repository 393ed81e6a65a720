package io.verbena.spi.verbs;

/**
 * A region of memory that is registered.
 *
 * @param handle its number
 * @param address what segments of this side, and the other side, call its first byte
 * @param localKey the key for segments
 * @param remoteKey the key for the other side
 */
public record Registration(long handle, long address, int localKey, int remoteKey) {}
