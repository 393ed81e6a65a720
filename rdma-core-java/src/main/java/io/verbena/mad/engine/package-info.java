/** The engine behind {@code io.verbena.mad}: open ports, calls in flight, and servers. */
@NullMarked
package io.verbena.mad.engine;

import org.jspecify.annotations.NullMarked;
