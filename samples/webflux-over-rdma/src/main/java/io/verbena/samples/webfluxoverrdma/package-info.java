/** Serves a page and a JSON API over RDMA and TCP, and fetches both with WebClient. The code knows nothing of RDMA. */
@NullMarked
package io.verbena.samples.webfluxoverrdma;

import org.jspecify.annotations.NullMarked;
