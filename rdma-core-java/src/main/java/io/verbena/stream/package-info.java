/**
 * Streams of bytes over RDMA, as sockets are to use: the rsockets of librdmacm (rsocket(7)), whose other side may be any program
 * that speaks their protocol.
 *
 * <p>Every object is safe for use by several threads. Every wait has a deadline; closing an object ends its waits with a {@link
 * io.verbena.verbs.ClosedObjectException}.
 */
@NullMarked
package io.verbena.stream;

import org.jspecify.annotations.NullMarked;
