/** Commands that show and change nodes and ports. */
@NullMarked
package io.verbena.shell.command.ports;

import org.jspecify.annotations.NullMarked;
