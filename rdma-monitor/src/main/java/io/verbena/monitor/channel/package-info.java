/** Carries observations from collectors to consumers: within one process, or through an outbox to other processes. */
@NullMarked
package io.verbena.monitor.channel;

import org.jspecify.annotations.NullMarked;
