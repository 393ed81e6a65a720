/**
 * Binding of librdmacm. Event channels and identifiers are passed as their addresses, parameters and events as structures. Queue
 * pairs are not created here; they are referred to by number.
 *
 * <p>A negative result is {@code -errno}. No function checks whether an object exists: an invalid address, or an object that is
 * destroyed while another thread uses it, crashes the JVM. Applications use {@code io.verbena.cm} instead.
 */
@NullMarked
package io.verbena.jni.cm;

import org.jspecify.annotations.NullMarked;
