/** The event history, and event streams for open pages. */
@NullMarked
package io.verbena.samples.fabricmonitor.events;

import org.jspecify.annotations.NullMarked;
