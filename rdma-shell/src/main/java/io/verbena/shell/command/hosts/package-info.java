/** The commands about this host, and about programs that run on others. Each is options and one call. */
@NullMarked
package io.verbena.shell.command.hosts;

import org.jspecify.annotations.NullMarked;
