/** Commands that look for what is not well: counters, links, and the checks of a subnet. */
@NullMarked
package io.verbena.shell.command.errors;

import org.jspecify.annotations.NullMarked;
