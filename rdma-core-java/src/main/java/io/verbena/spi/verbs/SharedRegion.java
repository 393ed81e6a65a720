package io.verbena.spi.verbs;

/**
 * A region that another process registered.
 *
 * @param registration its keys and address
 * @param length its bytes
 */
public record SharedRegion(Registration registration, long length) {}
