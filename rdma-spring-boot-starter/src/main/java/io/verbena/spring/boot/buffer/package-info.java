/**
 * Netty buffers in registered memory, for applications that have Netty. An allocator is made when somebody wants it.
 */
@NullMarked
package io.verbena.spring.boot.buffer;

import org.jspecify.annotations.NullMarked;
