package io.verbena.connection;

/**
 * The completion of a request that succeeded.
 *
 * @param request the number of the request, as {@link RdmaOperations} returned it
 * @param bytes the number of bytes that the request moved
 */
public record Completion(long request, int bytes) {}
