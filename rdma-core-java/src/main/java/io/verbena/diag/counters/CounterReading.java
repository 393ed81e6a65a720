package io.verbena.diag.counters;

import io.verbena.iba.Structure;

/**
 * A group of counters of a port.
 *
 * @param group the group
 * @param port the port number; 255 for the sum of several ports
 * @param counters the attribute
 */
public record CounterReading(CounterGroup group, int port, Structure counters) {}
