/** The commands that ask the subnet manager and the subnet administration. Each is options and one call. */
@NullMarked
package io.verbena.shell.command.administration;

import org.jspecify.annotations.NullMarked;
