/**
 * Moving data: devices, memory that they may read and write, and queues of requests to do so, as IBA chapter 11 has them.
 *
 * <p>Objects are a tree: what closes closes first what was made of it. Every object is safe for use by several threads,
 * and closing one waits for the calls that use it; whoever comes later gets a {@link io.verbena.verbs.ClosedObjectException}.
 * Batches of requests and completions are for one thread at a time. What a device told to have failed for good refuses later
 * calls with an {@link io.verbena.verbs.AsyncEventException}; what a device has not throws an {@link
 * io.verbena.error.UnsupportedException}.
 */
@NullMarked
package io.verbena.verbs;

import org.jspecify.annotations.NullMarked;
