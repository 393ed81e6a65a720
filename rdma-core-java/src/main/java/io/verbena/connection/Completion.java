package io.verbena.connection;

/**
 * A request ended well.
 *
 * @param request the number that {@link RawRequests} answered
 * @param bytes how many it moved
 */
public record Completion(long request, int bytes) {}
