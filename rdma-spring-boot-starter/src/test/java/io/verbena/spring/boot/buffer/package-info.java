/** Tests of the allocators of registered buffers. */
@NullMarked
package io.verbena.spring.boot.buffer;

import org.jspecify.annotations.NullMarked;
