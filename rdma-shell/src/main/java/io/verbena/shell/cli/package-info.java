/**
 * What all commands are made of: options that many have, a session with the fabric, the result and how it is printed, help.
 * The commands themselves are in {@code command} and its parts.
 */
@NullMarked
package io.verbena.shell.cli;

import org.jspecify.annotations.NullMarked;
