/** Tests of the output with one and two processes. */
@NullMarked
package io.verbena.samples.grpcoverrdma;

import org.jspecify.annotations.NullMarked;
