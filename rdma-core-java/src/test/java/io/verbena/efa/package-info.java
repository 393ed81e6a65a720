/** Tests of the order and the headers of scalable reliable datagrams. */
@NullMarked
package io.verbena.efa;

import org.jspecify.annotations.NullMarked;
