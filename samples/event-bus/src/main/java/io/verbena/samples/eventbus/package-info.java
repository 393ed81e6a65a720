/** A Vert.x cluster whose event bus uses RDMA. */
@NullMarked
package io.verbena.samples.eventbus;

import org.jspecify.annotations.NullMarked;
