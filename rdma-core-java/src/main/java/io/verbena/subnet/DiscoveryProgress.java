package io.verbena.subnet;

/**
 * Progress of a discovery.
 *
 * @param nodes number of nodes found
 * @param links number of links found
 * @param failures number of failures
 */
public record DiscoveryProgress(int nodes, int links, int failures) {}
