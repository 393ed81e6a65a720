/** Buttons that break an embedded fabric, and mend it. Nothing here exists where the fabric is another. */
@NullMarked
package io.verbena.samples.fabricmonitor.faults;

import org.jspecify.annotations.NullMarked;
