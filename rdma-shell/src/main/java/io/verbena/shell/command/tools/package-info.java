/** The commands that work on files and on what other commands made. Each is options and one call. */
@NullMarked
package io.verbena.shell.command.tools;

import org.jspecify.annotations.NullMarked;
