/** Tests of RMPP between two ends, and against a hostile peer. */
@NullMarked
package io.verbena.rmpp;

import org.jspecify.annotations.NullMarked;
