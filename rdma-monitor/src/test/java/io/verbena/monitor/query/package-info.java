/** Tests. */
@NullMarked
package io.verbena.monitor.query;

import org.jspecify.annotations.NullMarked;
