/**
 * The counters of ports, as performance management agents report them (IBA 16.1): the counters of a node, and surveys
 * of a subnet for counters that exceed their thresholds.
 */
@NullMarked
package io.verbena.diag.counters;

import org.jspecify.annotations.NullMarked;
