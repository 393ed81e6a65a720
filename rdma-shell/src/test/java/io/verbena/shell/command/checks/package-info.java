@NullMarked
package io.verbena.shell.command.checks;

import org.jspecify.annotations.NullMarked;
