/** The form of the picture, without a browser. */
@NullMarked
package io.verbena.samples.fabricmonitor.layout;

import org.jspecify.annotations.NullMarked;
