/**
 * What a provider gives for streams of bytes: streams that are numbers. Only {@code io.verbena.stream} calls it, which sees to
 * it that none is used after its end.
 */
@NullMarked
package io.verbena.spi.stream;

import org.jspecify.annotations.NullMarked;
