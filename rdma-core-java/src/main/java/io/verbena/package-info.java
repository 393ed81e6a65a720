/**
 * RDMA and InfiniBand for Java. {@link io.verbena.Rdma} is where everything begins.
 */
@NullMarked
package io.verbena;

import org.jspecify.annotations.NullMarked;
