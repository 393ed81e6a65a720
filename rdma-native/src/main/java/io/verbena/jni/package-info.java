/**
 * What every native binding shares: finding and loading the C code, addresses of direct memory, and a wake-up.
 *
 * <p>The packages below bind one C library each. Their functions are the C functions: they answer {@code -errno}, keep
 * no state, and check nothing that C would not check.
 */
@NullMarked
package io.verbena.jni;

import org.jspecify.annotations.NullMarked;
