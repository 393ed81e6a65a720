/**
 * The nodes of an embedded fabric with everything a subnet manager can set in them: port states, addresses, tables and
 * counters, and the links between them. Nothing here routes or answers a datagram.
 */
@NullMarked
package io.verbena.embedded.node;

import org.jspecify.annotations.NullMarked;
