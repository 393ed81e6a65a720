/** RDMA for servers and clients of Reactor Netty. */
@NullMarked
package io.verbena.netty.reactor;

import org.jspecify.annotations.NullMarked;
