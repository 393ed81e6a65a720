/**
 * A Netty transport over RDMA streams: event loops, channels and server channels that take the place of NIO. Their peers may be
 * programs that use rsockets.
 */
@NullMarked
package io.verbena.netty;

import org.jspecify.annotations.NullMarked;
