/** Turns the readings of the starter into observations. */
@NullMarked
package io.verbena.monitor.collect;

import org.jspecify.annotations.NullMarked;
