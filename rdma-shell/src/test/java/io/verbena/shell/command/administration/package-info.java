@NullMarked
package io.verbena.shell.command.administration;

import org.jspecify.annotations.NullMarked;
