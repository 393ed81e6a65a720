/** Tests of the event streams. */
@NullMarked
package io.verbena.samples.fabricmonitor.events;

import org.jspecify.annotations.NullMarked;
