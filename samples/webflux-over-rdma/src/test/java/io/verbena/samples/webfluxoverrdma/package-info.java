/** Tests of the output with one and two processes. */
@NullMarked
package io.verbena.samples.webfluxoverrdma;

import org.jspecify.annotations.NullMarked;
