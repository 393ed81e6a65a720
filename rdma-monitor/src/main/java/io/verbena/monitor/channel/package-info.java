/** Carries observations from collectors to consumers within one process. */
@NullMarked
package io.verbena.monitor.channel;

import org.jspecify.annotations.NullMarked;
