/** Fault injection for an embedded fabric. These beans do not exist with any other fabric. */
@NullMarked
package io.verbena.samples.fabricmonitor.faults;

import org.jspecify.annotations.NullMarked;
