/** Netty buffers in registered memory. */
@NullMarked
package io.verbena.spring.boot.buffer;

import org.jspecify.annotations.NullMarked;
