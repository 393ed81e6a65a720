/** The allocator of registered buffers, as an application meets it. */
@NullMarked
package io.verbena.spring.boot.buffer;

import org.jspecify.annotations.NullMarked;
