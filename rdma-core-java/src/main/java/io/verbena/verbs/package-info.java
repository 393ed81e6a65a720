/**
 * Verbs: devices, registered memory, and queues of requests that move data (IBA chapter 11).
 *
 * <p>Closing an object first closes the objects that were created from it. Every object is safe for use by several threads. Closing
 * waits for the calls in progress; later calls throw a {@link io.verbena.verbs.ClosedObjectException}. Batches of requests
 * and completions are used by one thread at a time. An object that has failed permanently refuses calls with an {@link
 * io.verbena.verbs.AsyncEventException}; functions that a device does not support throw an {@link
 * io.verbena.error.UnsupportedException}.
 */
@NullMarked
package io.verbena.verbs;

import org.jspecify.annotations.NullMarked;
