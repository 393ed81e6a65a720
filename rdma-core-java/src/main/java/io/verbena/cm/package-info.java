/**
 * Connecting by addresses and ports, as sockets do: the RDMA connection manager (IBA chapter 12 and annex A11; rdma_cm(7)).
 *
 * <p>Every object is safe for use by several threads. What takes time is a future, or waits until a deadline; closing an
 * object ends its waits with a {@link io.verbena.verbs.ClosedObjectException}.
 */
@NullMarked
package io.verbena.cm;

import org.jspecify.annotations.NullMarked;
