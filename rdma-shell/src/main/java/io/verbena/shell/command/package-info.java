/**
 * The commands. Each consists of options and one call into the library. It returns a
 * {@link io.verbena.shell.cli.Result}, which a class of {@code view} renders.
 */
@NullMarked
package io.verbena.shell.command;

import org.jspecify.annotations.NullMarked;
