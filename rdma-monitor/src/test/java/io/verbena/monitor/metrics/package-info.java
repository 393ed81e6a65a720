/** Tests. */
@NullMarked
package io.verbena.monitor.metrics;

import org.jspecify.annotations.NullMarked;
