/** Validation of fabrics, and their topology for schedulers. */
@NullMarked
package io.verbena.shell.command.validate;

import org.jspecify.annotations.NullMarked;
