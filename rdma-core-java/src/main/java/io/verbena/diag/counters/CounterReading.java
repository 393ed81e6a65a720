package io.verbena.diag.counters;

import io.verbena.iba.Structure;

/**
 * What one attribute says of a port.
 *
 * @param group which attribute
 * @param port the number of the port; 255 for the sum of several
 * @param counters its fields
 */
public record CounterReading(CounterGroup group, int port, Structure counters) {}
