/** Tests. */
@NullMarked
package io.verbena.monitor.channel;

import org.jspecify.annotations.NullMarked;
