/** Commands that list and show nodes, and the devices of this host. */
@NullMarked
package io.verbena.shell.command.nodes;

import org.jspecify.annotations.NullMarked;
