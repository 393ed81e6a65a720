/** Commands that find errors of ports and links. */
@NullMarked
package io.verbena.shell.command.errors;

import org.jspecify.annotations.NullMarked;
