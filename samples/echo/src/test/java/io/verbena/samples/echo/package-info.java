/** Tests of the sample in processes of its own. */
@NullMarked
package io.verbena.samples.echo;

import org.jspecify.annotations.NullMarked;
