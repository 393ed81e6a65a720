/**
 * Streams of bytes over RDMA with the semantics of sockets: the rsockets of librdmacm (rsocket(7)). The peer may be any program
 * that uses their protocol. {@link io.verbena.stream.Streams#overSrd} sends the bytes by scalable reliable datagrams instead.
 *
 * <p>Every object is safe for use by several threads. Every wait has a timeout; closing an object ends its waits with a {@link
 * io.verbena.verbs.ClosedObjectException}.
 */
@NullMarked
package io.verbena.stream;

import org.jspecify.annotations.NullMarked;
