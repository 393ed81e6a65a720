/** Tests of the allocators of registered buffers. */
@NullMarked
package io.verbena.spring.boot.kubernetes;

import org.jspecify.annotations.NullMarked;
