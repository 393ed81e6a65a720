/** What a collector observes: sweeps, topology, counter deltas, events and findings, as values. */
@NullMarked
package io.verbena.monitor.model;

import org.jspecify.annotations.NullMarked;
