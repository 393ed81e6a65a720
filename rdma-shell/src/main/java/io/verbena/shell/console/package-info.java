/**
 * The interactive console: picocli commands registered in Spring Shell.
 *
 * <p>A {@link io.verbena.shell.console.CommandSet} gives the commands. Each of them becomes a Spring Shell command, so
 * that help, availability, completion and the test client know it; its arguments stay as typed and are parsed by
 * picocli, as they are when the same command is run from a plain {@code main}.
 */
@NullMarked
package io.verbena.shell.console;

import org.jspecify.annotations.NullMarked;
