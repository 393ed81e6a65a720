/**
 * The RDMA connection manager (IBA chapter 12 and annex A11; rdma_cm(7)), which connects by addresses and ports, as sockets do.
 *
 * <p>Every object is safe for use by several threads. An operation that takes time returns a future, or waits until a deadline.
 * Closing an object ends its waits with a {@link io.verbena.verbs.ClosedObjectException}.
 */
@NullMarked
package io.verbena.cm;

import org.jspecify.annotations.NullMarked;
