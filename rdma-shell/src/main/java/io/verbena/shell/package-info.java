/**
 * The programs that people type: one command from the launcher, or the console that hosts the same commands.
 */
@NullMarked
package io.verbena.shell;

import org.jspecify.annotations.NullMarked;
