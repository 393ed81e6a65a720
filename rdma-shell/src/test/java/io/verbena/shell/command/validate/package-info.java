@NullMarked
package io.verbena.shell.command.validate;

import org.jspecify.annotations.NullMarked;
