/** Layout of a graph in rows by distance from the hosts, independent of what the graph represents. */
@NullMarked
package io.verbena.samples.fabricmonitor.layout;

import org.jspecify.annotations.NullMarked;
