/** Tells where it is, and asks whom it is told to ask; which fabric that is on stands in YAML alone. */
@NullMarked
package io.verbena.samples.anywhere;

import org.jspecify.annotations.NullMarked;
