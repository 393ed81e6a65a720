/** The programs of ibutils. */
@NullMarked
package io.verbena.shell.command.ibutils;

import org.jspecify.annotations.NullMarked;
