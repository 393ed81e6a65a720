/**
 * The provider interface of verbs: an open device whose objects are numbers, and records in direct memory for requests and
 * completions. Only {@code io.verbena.verbs} calls it, and ensures that no object is used after it was destroyed.
 */
@API(status = Status.EXPERIMENTAL, since = "0.1.0")
@NullMarked
package io.verbena.spi.verbs;

import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;
import org.jspecify.annotations.NullMarked;
