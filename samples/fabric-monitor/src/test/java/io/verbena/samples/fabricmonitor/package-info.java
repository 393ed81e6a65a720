/** The service as its users meet it: over HTTP. */
@NullMarked
package io.verbena.samples.fabricmonitor;

import org.jspecify.annotations.NullMarked;
