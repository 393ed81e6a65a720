/** RDMA for Vert.x. */
@NullMarked
package io.verbena.netty.vertx;

import org.jspecify.annotations.NullMarked;
