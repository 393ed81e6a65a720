/** Tests. */
@NullMarked
package io.verbena.monitor.collect;

import org.jspecify.annotations.NullMarked;
