/** RDMA and InfiniBand for Java. {@link io.verbena.Rdma} is the entry point. */
@NullMarked
package io.verbena;

import org.jspecify.annotations.NullMarked;
