/**
 * Tests of streams over every provider.
 *
 * <p>A provider is tested by a subclass that makes the bed.
 */
@NullMarked
package io.verbena.contract.stream;

import org.jspecify.annotations.NullMarked;
