/** The commands that look at nodes and ports, and change them. Each is options and one call. */
@NullMarked
package io.verbena.shell.command.ports;

import org.jspecify.annotations.NullMarked;
