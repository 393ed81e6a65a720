/**
 * The commands: options and one call into the library each. What they found is a {@link io.verbena.shell.cli.Result}; how
 * it looks is decided in {@code view}.
 */
@NullMarked
package io.verbena.shell.command;

import org.jspecify.annotations.NullMarked;
