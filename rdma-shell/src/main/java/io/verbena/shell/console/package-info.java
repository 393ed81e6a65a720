/**
 * The interactive console: picocli commands registered in Spring Shell.
 *
 * <p>A {@link io.verbena.shell.console.CommandSet} provides the commands. Each becomes a Spring Shell command, so that
 * help, availability, completion and the test client know it. Its arguments are not interpreted by Spring Shell but
 * parsed by picocli, as when the launcher runs the command.
 */
@NullMarked
package io.verbena.shell.console;

import org.jspecify.annotations.NullMarked;
