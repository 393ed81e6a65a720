@NullMarked
package io.verbena.shell.command.errors;

import org.jspecify.annotations.NullMarked;
