/** The launcher, which runs one command, and the console, which hosts the same commands. */
@NullMarked
package io.verbena.shell;

import org.jspecify.annotations.NullMarked;
