/**
 * The framework of the commands: shared options, sessions, results and their output, and help. The commands are in
 * {@code command} and its subpackages.
 */
@NullMarked
package io.verbena.shell.cli;

import org.jspecify.annotations.NullMarked;
