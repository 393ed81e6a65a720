/** Tests. */
@NullMarked
package io.verbena.monitor.alarm;

import org.jspecify.annotations.NullMarked;
