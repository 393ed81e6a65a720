/** Tests. */
@NullMarked
package io.verbena.monitor.store;

import org.jspecify.annotations.NullMarked;
