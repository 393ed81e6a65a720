/** Tests of the service over HTTP. */
@NullMarked
package io.verbena.samples.fabricmonitor;

import org.jspecify.annotations.NullMarked;
