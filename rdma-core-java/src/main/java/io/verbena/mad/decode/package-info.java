/**
 * Formats of management datagrams: decoding the bytes of a capture, and the fields that the engine reads in place.
 *
 * <p>{@link io.verbena.mad.decode.MadDecoder} is for applications. {@link io.verbena.mad.decode.MadFormat} and {@link
 * io.verbena.mad.decode.MadMessage} are what {@code io.verbena.mad} itself is built on.
 */
@NullMarked
package io.verbena.mad.decode;

import org.jspecify.annotations.NullMarked;
