/** Commands that query the subnet manager and the subnet administration. */
@NullMarked
package io.verbena.shell.command.administration;

import org.jspecify.annotations.NullMarked;
