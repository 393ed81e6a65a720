/** Observations of a collector as values: sweeps, topology, counter deltas, events and findings. */
@NullMarked
package io.verbena.monitor.model;

import org.jspecify.annotations.NullMarked;
