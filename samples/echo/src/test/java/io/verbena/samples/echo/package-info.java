/** The sample as somebody runs it: in programs of its own. */
@NullMarked
package io.verbena.samples.echo;

import org.jspecify.annotations.NullMarked;
