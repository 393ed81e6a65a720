/**
 * The clock of an embedded fabric, its scheduled events, and the readers that wait for it. Every change of a fabric is
 * made under the lock of its timeline.
 */
@NullMarked
package io.verbena.embedded.time;

import org.jspecify.annotations.NullMarked;
