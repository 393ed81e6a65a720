/**
 * Binding of libefa, for what EFA devices have beyond verbs. Objects are those of {@code io.verbena.jni.verbs}, passed as their
 * addresses; records are in direct memory.
 *
 * <p>A negative result is {@code -errno}. No function checks whether an object exists: an invalid address, or an object that is
 * destroyed while another thread uses it, crashes the JVM. Applications use {@code io.verbena.efa} instead.
 */
@NullMarked
package io.verbena.jni.efa;

import org.jspecify.annotations.NullMarked;
