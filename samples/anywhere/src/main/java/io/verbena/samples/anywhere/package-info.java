/** Reports on the fabric that the configuration selects. */
@NullMarked
package io.verbena.samples.anywhere;

import org.jspecify.annotations.NullMarked;
