/** Tests. */
@NullMarked
package io.verbena.monitor.notify;

import org.jspecify.annotations.NullMarked;
