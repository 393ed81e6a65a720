/**
 * The interface between the connection manager and its providers. Channels and identifiers are numbers, and events are values.
 * Only {@code io.verbena.cm} uses this package; it guarantees that no object is used after it was destroyed.
 */
@API(status = Status.EXPERIMENTAL, since = "0.1.0")
@NullMarked
package io.verbena.spi.cm;

import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;
import org.jspecify.annotations.NullMarked;
