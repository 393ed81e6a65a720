/**
 * The interface between the connection manager and its providers. Channels and identifiers are numbers, and events are values.
 * Only {@code io.verbena.cm} uses this package; it guarantees that no object is used after it was destroyed.
 */
@NullMarked
package io.verbena.spi.cm;

import org.jspecify.annotations.NullMarked;
