/** Tests of the whole monitor. */
@NullMarked
package io.verbena.monitor;

import org.jspecify.annotations.NullMarked;
