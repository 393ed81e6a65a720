/**
 * Binding of libmlx5, for what mlx5 devices have beyond verbs. Objects are those of {@code io.verbena.jni.verbs} and of libmlx5, passed
 * as their addresses; records are in direct memory. It has run on the hollow device only, never on a ConnectX device.
 *
 * <p>A negative result is {@code -errno}. No function checks whether an object exists: an invalid address, or an object that is
 * destroyed while another thread uses it, crashes the JVM. Applications use {@code io.verbena.mlx5} instead.
 */
@NullMarked
package io.verbena.jni.mlx5;

import org.jspecify.annotations.NullMarked;
