/** Commands that check a subnet, a node or a port, and that show, watch and clear counters. */
@NullMarked
package io.verbena.shell.command.checks;

import org.jspecify.annotations.NullMarked;
