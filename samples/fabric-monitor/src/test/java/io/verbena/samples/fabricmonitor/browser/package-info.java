/** The page as a browser shows it. */
@NullMarked
package io.verbena.samples.fabricmonitor.browser;

import org.jspecify.annotations.NullMarked;
