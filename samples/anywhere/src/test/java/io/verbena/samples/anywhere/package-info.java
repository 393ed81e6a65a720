/** Tests of the output with different configurations. */
@NullMarked
package io.verbena.samples.anywhere;

import org.jspecify.annotations.NullMarked;
