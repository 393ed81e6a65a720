package io.verbena.subnet;

/**
 * How far a discovery is.
 *
 * @param nodes how many nodes were found so far
 * @param links how many links
 * @param failures how much could not be learned so far
 */
public record DiscoveryProgress(int nodes, int links, int failures) {}
