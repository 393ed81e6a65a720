/** The monitor: an application that reads fabrics at intervals, stores what it reads, and judges it over time. */
@NullMarked
package io.verbena.monitor;

import org.jspecify.annotations.NullMarked;
