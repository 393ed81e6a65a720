/**
 * The nodes of an embedded fabric and the links between them, with all state that a subnet manager can set: port
 * states, addresses, tables and counters. Routing MADs and answering them is left to other packages.
 */
@NullMarked
package io.verbena.embedded.node;

import org.jspecify.annotations.NullMarked;
