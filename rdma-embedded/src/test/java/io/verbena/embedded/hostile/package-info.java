/** The cost of hostile peers for a server and its other clients. */
@NullMarked
package io.verbena.embedded.hostile;

import org.jspecify.annotations.NullMarked;
