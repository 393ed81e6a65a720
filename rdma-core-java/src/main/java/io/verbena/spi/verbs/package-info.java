/**
 * What a provider gives to move data: an open device whose objects are numbers, and records in direct memory for requests
 * and completions. Only {@code io.verbena.verbs} calls it, which sees to it that no object is used after its end.
 */
@NullMarked
package io.verbena.spi.verbs;

import org.jspecify.annotations.NullMarked;
