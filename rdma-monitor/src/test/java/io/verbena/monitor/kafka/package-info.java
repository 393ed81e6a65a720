/** Tests. */
@NullMarked
package io.verbena.monitor.kafka;

import org.jspecify.annotations.NullMarked;
