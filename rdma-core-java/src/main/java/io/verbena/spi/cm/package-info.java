/**
 * What a provider gives to connect: channels and identifiers that are numbers, and events that are values. Only {@code
 * io.verbena.cm} calls it, which sees to it that no object is used after its end.
 */
@NullMarked
package io.verbena.spi.cm;

import org.jspecify.annotations.NullMarked;
