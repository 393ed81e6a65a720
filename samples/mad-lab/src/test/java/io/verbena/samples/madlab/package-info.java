/** Tests of the output and of invalid entries. */
@NullMarked
package io.verbena.samples.madlab;

import org.jspecify.annotations.NullMarked;
