/** The checks of a subnet, a node or a port, and what goes with them: counters that are shown, watched and cleared. */
@NullMarked
package io.verbena.shell.command.checks;

import org.jspecify.annotations.NullMarked;
