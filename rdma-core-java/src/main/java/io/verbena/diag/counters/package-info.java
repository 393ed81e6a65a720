/**
 * The counters of ports, as the agents of performance management tell them (IBA 16.1): those of one node, and what is over
 * the thresholds in a whole subnet.
 */
@NullMarked
package io.verbena.diag.counters;

import org.jspecify.annotations.NullMarked;
