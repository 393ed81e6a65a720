/** A service that watches a fabric, to copy and adapt. */
@NullMarked
package io.verbena.samples.fabricmonitor;

import org.jspecify.annotations.NullMarked;
