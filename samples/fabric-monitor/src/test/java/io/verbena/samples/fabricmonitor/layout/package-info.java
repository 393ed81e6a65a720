/** Tests of the layout without a browser. */
@NullMarked
package io.verbena.samples.fabricmonitor.layout;

import org.jspecify.annotations.NullMarked;
