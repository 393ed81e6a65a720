/** Serves remote procedure calls over RDMA and TCP, and calls both. The code knows nothing of RDMA. */
@NullMarked
package io.verbena.samples.grpcoverrdma;

import org.jspecify.annotations.NullMarked;
