/**
 * Loading of native libraries, addresses of direct memory, and wake-ups by eventfd, which all bindings share.
 *
 * <p>Each subpackage binds one C library. Its functions correspond to C functions: they return {@code -errno} on failure, keep no
 * state, and check no arguments that the C function does not check.
 */
@NullMarked
package io.verbena.jni;

import org.jspecify.annotations.NullMarked;
