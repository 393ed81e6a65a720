package io.verbena.spi.verbs;

/**
 * A registered memory region.
 *
 * @param handle its handle in the driver
 * @param address the address of its first byte in scatter/gather entries and for peers
 * @param localKey the key for scatter/gather entries
 * @param remoteKey the key for peers
 */
public record Registration(long handle, long address, int localKey, int remoteKey) {}
