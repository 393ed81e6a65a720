/** Commands for the devices of this host and for programs on other hosts. */
@NullMarked
package io.verbena.shell.command.hosts;

import org.jspecify.annotations.NullMarked;
