/** A service that watches a fabric. Copy it and make it yours. */
@NullMarked
package io.verbena.samples.fabricmonitor;

import org.jspecify.annotations.NullMarked;
