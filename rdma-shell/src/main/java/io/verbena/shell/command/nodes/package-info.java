/** Commands that list, show and check nodes. */
@NullMarked
package io.verbena.shell.command.nodes;

import org.jspecify.annotations.NullMarked;
