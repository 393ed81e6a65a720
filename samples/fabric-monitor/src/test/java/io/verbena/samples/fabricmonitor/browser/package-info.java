/** Tests of the page in a browser. */
@NullMarked
package io.verbena.samples.fabricmonitor.browser;

import org.jspecify.annotations.NullMarked;
