/** Commands that work on files and on the output of other commands. */
@NullMarked
package io.verbena.shell.command.tools;

import org.jspecify.annotations.NullMarked;
