/** Which nodes there are, as lists, stanzas of the topology and checks; and the devices of this host. */
@NullMarked
package io.verbena.shell.command.nodes;

import org.jspecify.annotations.NullMarked;
