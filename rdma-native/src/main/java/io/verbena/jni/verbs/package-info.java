/**
 * The verbs of the kernel, through libibverbs: objects cross as the number that is their address, requests and completions
 * as records in direct memory, attributes as structures.
 *
 * <p>A negative answer is {@code -errno}. Nothing here knows whether an object still exists: a number that is none, or of
 * another kind, or that is destroyed while another thread uses it, ends the JVM. {@code io.verbena.verbs} is what users call.
 */
@NullMarked
package io.verbena.jni.verbs;

import org.jspecify.annotations.NullMarked;
