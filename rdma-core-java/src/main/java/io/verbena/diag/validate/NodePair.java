package io.verbena.diag.validate;

/**
 * Two nodes, by name, that must share a partition.
 *
 * @param one the first node
 * @param other the second node
 */
public record NodePair(String one, String other) {}
