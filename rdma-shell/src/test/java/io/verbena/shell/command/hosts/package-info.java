@NullMarked
package io.verbena.shell.command.hosts;

import org.jspecify.annotations.NullMarked;
