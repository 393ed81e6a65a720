/** The smallest program with a connection. */
@NullMarked
package io.verbena.samples.echo;

import org.jspecify.annotations.NullMarked;
