/**
 * The clock of an embedded fabric, what is to happen at which time, and the readers that wait for it. Everything that
 * changes a fabric happens under the lock of its timeline.
 */
@NullMarked
package io.verbena.embedded.time;

import org.jspecify.annotations.NullMarked;
