/**
 * The RDMA connection manager, through librdmacm: channels and ids cross as the number that is their address, what is said
 * and told as structures. Queue pairs are not created here, but named by their number.
 *
 * <p>A negative answer is {@code -errno}. Nothing here knows whether an object still exists: a number that is none, or that
 * is destroyed while another thread uses it, ends the JVM. {@code io.verbena.cm} is what users call.
 */
@NullMarked
package io.verbena.jni.cm;

import org.jspecify.annotations.NullMarked;
