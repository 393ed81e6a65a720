/** Tests of servers and clients of Netty frameworks over RDMA. */
@NullMarked
package io.verbena.spring.boot.netty;

import org.jspecify.annotations.NullMarked;
