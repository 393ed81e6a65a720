@NullMarked
package io.verbena.shell.command.routing;

import org.jspecify.annotations.NullMarked;
